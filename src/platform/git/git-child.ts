import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { Duplex } from 'node:stream';
import type { Readable, Writable } from 'node:stream';

const STDERR_KEPT = 8192;
/** Contract: git §5.3: the process group of a client that went away is ended within 5 s. */
const KILL_AFTER_MS = 2000;

export interface ChildSettings {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** A third pipe, open in both directions, that hooks of the child inherit. */
  readonly asks?: boolean;
}

/** A running git program in a process group of its own, which ends as a whole. */
export class GitChild {
  /** Resolves with the exit code once the program has ended and its output is closed; null after a signal. */
  readonly ended: Promise<number | null>;
  private readonly process: ChildProcess;
  private heard = '';

  constructor({ args, environment, asks = false }: ChildSettings) {
    this.process = spawn('git', args, {
      cwd: '/',
      env: environment,
      detached: true,
      stdio: asks ? ['pipe', 'pipe', 'pipe', 'pipe'] : ['pipe', 'pipe', 'pipe'],
    });
    this.ended = new Promise((resolve, reject) => {
      this.process.on('error', reject);
      this.process.on('close', resolve);
    });
    this.ended.catch(() => undefined);
    this.stdin.on('error', () => undefined); // a child that ends early closes its input; its exit code tells why
    this.process.stderr?.on('data', (chunk: Buffer) => {
      this.heard = (this.heard + chunk.toString('utf8')).slice(-STDERR_KEPT);
    });
  }

  get stdin(): Writable {
    return present(this.process.stdin);
  }

  get stdout(): Readable {
    return present(this.process.stdout);
  }

  /** The pipe to the hooks. */
  get questions(): Duplex {
    const pipe = this.process.stdio[3];
    if (!(pipe instanceof Duplex)) {
      throw new Error('The child was not given a pipe to ask on.');
    }
    return pipe;
  }

  /** The last of what the child complained about, for the log. */
  get stderr(): string {
    return this.heard;
  }

  /** Ends the process group: asked first, forced 2 s later. Resolves when it is gone. */
  async end(): Promise<void> {
    this.signal('SIGTERM');
    const force = setTimeout(() => {
      this.signal('SIGKILL');
    }, KILL_AFTER_MS);
    await this.ended.catch(() => null);
    clearTimeout(force);
    this.signal('SIGKILL'); // what the leader left behind
  }

  private signal(name: NodeJS.Signals): void {
    const { pid } = this.process;
    try {
      if (pid !== undefined) {
        process.kill(-pid, name);
      }
    } catch {
      // the group is gone already
    }
  }
}

function present<T>(stream: T | null): T {
  if (stream === null) {
    throw new Error('The child was started without its pipes.');
  }
  return stream;
}
