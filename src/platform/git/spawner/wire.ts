import type { Socket } from 'node:net';
import { ByteReader } from '../byte-reader.js';

/** A message of the service to its spawner. */
export interface SpawnOrder {
  readonly id: number;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** A fourth stream, open in both directions, that the child's own programs inherit as well. */
  readonly asks: boolean;
}

/** A message of the spawner to the service. */
export type SpawnReport =
  | { readonly is: 'started'; readonly id: number; readonly pid: number }
  | { readonly is: 'refused'; readonly id: number; readonly reason: string }
  | { readonly is: 'ended'; readonly id: number; readonly code: number | null };

/** First message on a connection: the program and the descriptor that the stream belongs to. */
export interface StreamLabel {
  readonly id: number;
  readonly descriptor: number;
}

/** A message is one line of JSON. */
export const toLine = (message: SpawnOrder | SpawnReport): string => `${JSON.stringify(message)}\n`;

/** Both sides are the same build of this program, so messages are not validated. */
export async function* messagesOf<T extends SpawnOrder | SpawnReport>(
  source: AsyncIterable<Buffer>,
): AsyncGenerator<T> {
  const lines = new ByteReader(source);
  for (let line = await lines.line(); line !== null; line = await lines.line()) {
    yield JSON.parse(line);
  }
}

export const labelLine = ({ id, descriptor }: StreamLabel): string => `${id} ${descriptor}\n`;

/** Reads the label and leaves the bytes after it unread; null when the connection closes before. */
export function labelOf(stream: Socket): Promise<StreamLabel | null> {
  let held: Buffer = Buffer.alloc(0);
  return new Promise((resolve) => {
    const read = (): void => {
      held = Buffer.concat([held, stream.read() ?? Buffer.alloc(0)]);
      const end = held.indexOf('\n');
      if (end >= 0) {
        stream.off('readable', read);
        stream.unshift(held.subarray(end + 1));
        const [id = 0, descriptor = 0] = held.toString('latin1', 0, end).split(' ').map(Number);
        resolve({ id, descriptor });
      }
    };
    stream.on('readable', read);
    stream.once('close', () => {
      resolve(null);
    });
  });
}
