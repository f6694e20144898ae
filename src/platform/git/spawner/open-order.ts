import type { Socket } from 'node:net';

/** A running program: its process group, its streams, and its exit. */
export interface SpawnedProgram {
  readonly pid: number;
  readonly stdin: Socket;
  readonly stdout: Socket;
  readonly stderr: Socket;
  /** The fourth stream; null when it was not requested. */
  readonly questions: Socket | null;
  /** The exit code, null after a signal; rejects when the spawner has died. */
  readonly exit: Promise<number | null>;
}

/** An order is fulfilled when its program runs and all of its streams are connected, in any sequence. */
export class OpenOrder {
  /** Rejects when the program cannot be started. */
  readonly met: Promise<SpawnedProgram>;
  /** Settles when nothing more will arrive, whether the order succeeded or failed. */
  readonly over: Promise<unknown>;
  private readonly running = later<SpawnedProgram>();
  private readonly exit = later<number | null>();
  private readonly streams: Socket[] = [];
  private pid: number | null = null;
  private isMet = false;

  constructor(private readonly asks: boolean) {
    this.met = this.running.promise;
    this.over = Promise.allSettled([this.met, this.exit.promise]);
  }

  take(descriptor: number, stream: Socket): void {
    this.streams[descriptor] = stream;
    this.settle();
  }

  started(pid: number): void {
    this.pid = pid;
    this.settle();
  }

  ended(code: number | null): void {
    this.exit.resolve(code);
  }

  /** The program does not run, or its exit will not be reported. The streams of a running program stay open. */
  fail(reason: Error): void {
    this.exit.reject(reason);
    if (this.isMet) {
      return;
    }
    this.running.reject(reason);
    for (const stream of Object.values(this.streams)) {
      stream.destroy();
    }
  }

  private settle(): void {
    const [stdin, stdout, stderr, questions = null] = this.streams;
    if (this.pid !== null && stdin && stdout && stderr && (questions || !this.asks)) {
      this.isMet = true;
      this.running.resolve({ pid: this.pid, stdin, stdout, stderr, questions, exit: this.exit.promise });
    }
  }
}

interface Later<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: Error) => void;
}

/** A promise with its resolve and reject functions. */
function later<T>(): Later<T> {
  let resolve!: Later<T>['resolve'];
  let reject!: Later<T>['reject'];
  const promise = new Promise<T>((settle, refuse) => {
    resolve = settle;
    reject = refuse;
  });
  return { promise, resolve, reject };
}
