import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './app.js';

const PROGRAM = 'prometheus-alertmanager';

/** Whether Debian's Alertmanager is there; without it what needs it cannot be told. */
export const isAlertmanagerInstalled = spawnSync(PROGRAM, ['--version']).status === 0;
if (!isAlertmanagerInstalled) {
  console.warn(`${PROGRAM} is not installed: nothing that needs it is tested.`);
}

/** An alert as Alertmanager takes it. */
interface PostedAlert {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly startsAt: string;
  readonly endsAt?: string;
}

/** An Alertmanager with a configuration and a storage of its own. */
export class Alertmanager {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly work: string,
    private readonly port: number,
  ) {}

  static async start(config: string): Promise<Alertmanager> {
    const work = await mkdtemp(path.join(tmpdir(), 'slipway-alertmanager-'));
    await writeFile(path.join(work, 'config.yml'), config);
    const manager = new Alertmanager(work, await freePort());
    await manager.run();
    return manager;
  }

  async restart(): Promise<void> {
    await this.end();
    await this.run();
  }

  async stop(): Promise<void> {
    await this.end();
    await rm(this.work, { recursive: true, force: true });
  }

  async post(alerts: readonly PostedAlert[]): Promise<void> {
    await fetch(`http://127.0.0.1:${this.port}/api/v2/alerts`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(alerts),
    });
  }

  private async run(): Promise<void> {
    this.child = spawn(
      PROGRAM,
      [
        `--config.file=${path.join(this.work, 'config.yml')}`,
        `--storage.path=${path.join(this.work, 'data')}`,
        `--web.listen-address=127.0.0.1:${this.port}`,
        '--cluster.listen-address=',
      ],
      { stdio: 'ignore' },
    );
    await until(async () => (await fetch(`http://127.0.0.1:${this.port}/-/ready`).catch(() => null))?.status === 200);
  }

  private async end(): Promise<void> {
    if (this.child) {
      const exited = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      await exited;
    }
  }
}

/** Throws unless it comes to that within a minute. */
export async function until(check: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await check()) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('It did not come to that within a minute.');
}
