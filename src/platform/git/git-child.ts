import { readFile } from 'node:fs/promises';
import type { Duplex, Readable, Writable } from 'node:stream';
import { lacksMemory } from './git-directory.js';
import type { SpawnedProgram } from './spawner/open-order.js';

const STDERR_KEPT = 8192;
/** Contract: git §5.3: the process group of a client that disconnected is ended within 5 s. */
const KILL_AFTER_MS = 2000;

/** A running git program in its own process group, which is ended as a whole. */
export class GitChild {
  /**
   * Resolves with the exit code when the program has ended and its output is closed; null after a signal, and when it
   * ran out of memory. Rejects when the spawner has died, since only the spawner knows the exit code.
   */
  readonly ended: Promise<number | null>;
  private stderrTail = '';

  constructor(private readonly program: SpawnedProgram) {
    const { stdin, stdout, stderr, exit } = program;
    stderr.on('data', (chunk: Buffer) => {
      this.stderrTail = (this.stderrTail + chunk.toString('utf8')).slice(-STDERR_KEPT);
    });
    // Even if the exit code is unknown, the program has ended when its output is closed.
    this.ended = Promise.all([closed(stdout), closed(stderr)]).then(async () => {
      const code = await exit;
      return lacksMemory(this.stderrTail) ? null : code;
    });
    this.ended.catch(() => undefined);
    exit.then(
      () => stdin.destroy(), // the program has ended, nothing reads its input
      () => undefined, // the program keeps running, only its exit code stays unknown
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

  /** Returns the bytes of the program's private memory, without mapped files; 0 when the system does not report it. */
  async memory(): Promise<number> {
    const status = await readFile(`/proc/${this.program.pid}/status`, 'utf8').catch(() => '');
    return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  }

  /** Ends the process group: SIGTERM first, SIGKILL 2 s later. Resolves when it is gone. */
  async end(): Promise<void> {
    this.signal('SIGTERM');
    const force = setTimeout(() => {
      this.signal('SIGKILL');
    }, KILL_AFTER_MS);
    this.stdout.resume(); // the end of the output is only noticed when the output is read
    await this.ended.catch(() => null);
    clearTimeout(force);
    this.signal('SIGKILL'); // processes that outlived the group leader
  }

  /** Ends the process group like {@link end}, and drops the rest of its output. */
  async close(): Promise<void> {
    this.stdout.destroy();
    await this.end();
  }

  private signal(name: NodeJS.Signals): void {
    try {
      process.kill(-this.program.pid, name);
    } catch {
      // the group is already gone
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
