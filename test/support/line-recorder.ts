import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A server on loopback that takes lines and answers nothing. */
export interface LineRecorder {
  readonly port: number;
  /** Lines of all connections that were ended in order, once there are so many. */
  until(count: number, withinMs?: number): Promise<string[]>;
  close(): Promise<void>;
}

export async function startLineRecorder(): Promise<LineRecorder> {
  const lines: string[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('error', () => undefined);
    socket.on('end', () => {
      lines.push(...text.split('\n').filter((line) => line !== ''));
      socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    until: async (count, withinMs = 60_000) => {
      for (const end = Date.now() + withinMs; Date.now() < end;) {
        await sleep(20);
        if (lines.length >= count) {
          return [...lines];
        }
      }
      throw new Error(`${lines.length} lines came instead of ${count}.`);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  };
}
