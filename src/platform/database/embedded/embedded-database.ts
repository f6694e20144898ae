import { setTimeout as sleep } from 'node:timers/promises';
import { errorText } from '../../../common/errors/error-text.js';
import { StartRefused } from '../../cli/start-refused.js';
import type { DataDirLease, ProcessRole } from './data-dir-lease.js';
import { takeServiceLease } from './data-dir-lease.js';
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from './embedded-postgres.js';
import { openHome, startEmbeddedPostgres } from './embedded-postgres.js';
import type { EmbeddedConnection } from './server-client.js';
import type { ServerUse } from './server-watchdog.js';
import { registerUse } from './server-watchdog.js';

export interface EmbeddedDatabaseOptions extends EmbeddedPostgresOptions {
  readonly role: ProcessRole;
}

interface Hold {
  readonly server: EmbeddedPostgres;
  readonly lease: DataDirLease;
  readonly use: ServerUse;
}

const ATTEMPTS = 5;
const REGAIN_MS = 1000;

/**
 * The database of a process without DATABASE_URL: the server in its data directory, shared with the workers and
 * commands that run next to it. The last of them stops the server; a server that dies is started again.
 */
export class EmbeddedDatabase {
  private closing = false;
  private regaining: Promise<void> | undefined;

  private constructor(
    private readonly options: EmbeddedDatabaseOptions,
    private hold: Hold,
  ) {
    this.watch();
  }

  /** Throws {@link StartRefused} with a sentence for the operator. */
  static async open(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
    return new EmbeddedDatabase(options, await takeHold(options));
  }

  /** Does not change when the server is started again. */
  get connection(): EmbeddedConnection {
    return this.hold.server.connection;
  }

  /** Must be called last; stops the server unless another process still uses it. */
  async close(): Promise<void> {
    this.closing = true;
    await this.regaining;
    const { server, lease, use } = this.hold;
    const { last } = await lease.release();
    if (last) {
      await server.stop();
      await lease.close();
    }
    await use.end();
  }

  private watch(): void {
    void this.hold.lease.lost.then(() => {
      this.regaining = this.regain();
    });
  }

  private async regain(): Promise<void> {
    this.options.log?.('The database server went away; starting it again ...');
    const { use } = this.hold;
    while (!this.closing) {
      try {
        this.hold = await takeHold(this.options);
        this.watch();
        await use.end(); // not earlier: a server that recovers by itself would be stopped as unused
        return;
      } catch (error) {
        this.options.log?.(errorText(error));
        await sleep(REGAIN_MS);
      }
    }
  }
}

/** The server may be stopping because the last process before this one is ending; then it is started again. */
async function takeHold(options: EmbeddedDatabaseOptions): Promise<Hold> {
  const home = await openHome(options);
  for (let attempt = 1; ; attempt++) {
    const launches: ServerUse[] = [];
    let use: ServerUse | undefined;
    try {
      const server = await startEmbeddedPostgres({
        ...options,
        // From its launch on, not from its first answer: this process may be killed in between.
        onLaunch: async (processId) => void launches.push(await registerUse(home, processId)),
      });
      use = await registerUse(home, server.processId);
      const lease = await takeServiceLease({ ...options, connection: server.connection });
      return { server, lease, use };
    } catch (error) {
      await use?.end();
      if (error instanceof StartRefused || attempt === ATTEMPTS) {
        throw error;
      }
    } finally {
      await Promise.all(launches.map((launch) => launch.end()));
    }
  }
}
