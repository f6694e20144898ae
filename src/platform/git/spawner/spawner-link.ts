import type { ChildProcessByStdio } from 'node:child_process';
import type { Server, Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { OpenOrder } from './open-order.js';
import type { SpawnedProgram } from './open-order.js';
import { labelOf, messagesOf, toLine } from './wire.js';
import type { SpawnOrder, SpawnReport } from './wire.js';

/** The spawner has ended. The programs that it started keep running, and their exit codes are unknown. */
export class SpawnerGone extends Error {
  constructor() {
    super('The process that starts programs has ended.');
  }
}

/** A spawner process, and the socket on which the streams of its programs arrive. */
export class SpawnerLink {
  private readonly orders = new Map<number, OpenOrder>();
  private lastId = 0;
  private hasEnded = false;

  /** `onEnd` is called when the process is gone; the programs that it started keep running. */
  constructor(
    private readonly process: ChildProcessByStdio<Writable, Readable, null>,
    private readonly server: Server,
    private readonly onEnd: () => void,
  ) {
    server.on('connection', (stream) => void this.welcome(stream));
    process.stdin.on('error', () => undefined); // the end event reports it
    void this.listen();
  }

  /** Starts a program. Rejects when it cannot be started. */
  start(order: Omit<SpawnOrder, 'id'>): Promise<SpawnedProgram> {
    const id = ++this.lastId;
    const open = new OpenOrder(order.asks);
    this.orders.set(id, open);
    void open.over.then(() => this.orders.delete(id));
    if (this.hasEnded) {
      open.fail(new SpawnerGone());
    } else {
      this.process.stdin.write(toLine({ ...order, id }));
    }
    return open.met;
  }

  close(): void {
    this.process.stdin.end();
    this.server.close();
  }

  private async welcome(stream: Socket): Promise<void> {
    stream.on('error', () => undefined); // a program that ends early closes its streams; its exit code tells why
    const label = await labelOf(stream);
    const order = label && this.orders.get(label.id);
    if (order) {
      order.take(label.descriptor, stream);
    } else {
      stream.destroy();
    }
  }

  private async listen(): Promise<void> {
    try {
      for await (const report of messagesOf<SpawnReport>(this.process.stdout)) {
        this.note(report);
      }
    } catch {
      // incomplete message of a process that was killed
    }
    this.hasEnded = true;
    this.server.close();
    this.onEnd();
    for (const order of this.orders.values()) {
      order.fail(new SpawnerGone());
    }
  }

  private note(report: SpawnReport): void {
    const order = this.orders.get(report.id);
    switch (report.is) {
      case 'started':
        return order?.started(report.pid);
      case 'ended':
        return order?.ended(report.code);
      case 'refused':
        return order?.fail(new Error(report.reason));
    }
  }
}
