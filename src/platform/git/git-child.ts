import { readFile } from 'node:fs/promises';
import type { Duplex, Readable, Writable } from 'node:stream';
import { lacksMemory } from './git-directory.js';
import type { SpawnedProgram } from './spawner/open-order.js';

const STDERR_KEPT = 8192;
/** Contract: git §5.3: the process group of a client that went away is ended within 5 s. */
const KILL_AFTER_MS = 2000;

/** A running git program in a process group of its own, which ends as a whole. */
export class GitChild {
  /**
   * Resolves with the exit code once the program has ended and its output is closed; null after a signal, and where it
   * had no more room. Rejects when the spawner has died, which alone could tell.
   */
  readonly ended: Promise<number | null>;
  private stderrTail = '';

  constructor(private readonly program: SpawnedProgram) {
    const { stdin, stdout, stderr, exit } = program;
    stderr.on('data', (chunk: Buffer) => {
      this.stderrTail = (this.stderrTail + chunk.toString('utf8')).slice(-STDERR_KEPT);
    });
    // Also where nobody can tell the exit code, the program has ended when its output has.
    this.ended = Promise.all([closed(stdout), closed(stderr)]).then(async () => {
      const code = await exit;
      return lacksMemory(this.stderrTail) ? null : code;
    });
    this.ended.catch(() => undefined);
    exit.then(
      () => stdin.destroy(), // nobody is left who could read it
      () => undefined, // the program runs on, only its end will not be told
    );
  }

  get stdin(): Writable {
    return this.program.stdin;
  }

  get stdout(): Readable {
    return this.program.stdout;
  }

  /** The pipe to the hooks. */
  get questions(): Duplex {
    const { questions } = this.program;
    if (!questions) {
      throw new Error('The child was not given a pipe to ask on.');
    }
    return questions;
  }

  /** The end of the child's error output, for the log. */
  get stderr(): string {
    return this.stderrTail;
  }

  /** Bytes that the program has taken for itself, without the files that it maps; 0 where the system does not say. */
  async memory(): Promise<number> {
    const status = await readFile(`/proc/${this.program.pid}/status`, 'utf8').catch(() => '');
    return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  }

  /** Ends the process group: asked first, forced 2 s later. Resolves when it is gone. */
  async end(): Promise<void> {
    this.signal('SIGTERM');
    const force = setTimeout(() => {
      this.signal('SIGKILL');
    }, KILL_AFTER_MS);
    this.stdout.resume(); // its end is seen also when nobody has begun to read
    await this.ended.catch(() => null);
    clearTimeout(force);
    this.signal('SIGKILL'); // what the leader left behind
  }

  /** The same, and drops the rest of its output. */
  async close(): Promise<void> {
    this.stdout.destroy();
    await this.end();
  }

  private signal(name: NodeJS.Signals): void {
    try {
      process.kill(-this.program.pid, name);
    } catch {
      // the group is gone already
    }
  }
}

const closed = (stream: Readable): Promise<void> =>
  new Promise((resolve) => {
    if (stream.closed) {
      resolve();
    } else {
      stream.once('close', resolve);
    }
  });
