import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

/** The client was silent for too long or disconnected (contract: git §5.3). */
export class ClientGone extends Error {}

/** Yields the chunks of a client's body. Throws {@link ClientGone} if none arrives for `idleMs`. */
export async function* fromClient(body: Readable, idleMs: number): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = body.iterator({ destroyOnReturn: false }); // the refusal has yet to be sent
  try {
    for (;;) {
      const next = await within(idleMs, chunks.next());
      if (next.done === true) {
        return;
      }
      yield next.value;
    }
  } finally {
    void chunks.return?.(); // releases the body; the adapter reads the rest
  }
}

/** Number of bytes that may be buffered in a sink, so that reading and writing overlap. */
const MOST_WAITING = 1024 * 1024;

/** Writes with back-pressure; resolves at once while little is buffered. */
export async function write(sink: Writable, chunk: Buffer, signal: AbortSignal): Promise<void> {
  if (isFull(sink, chunk)) {
    await once(sink, 'drain', { signal });
  }
}

/** Writes to a client. Throws {@link ClientGone} if it reads nothing for `idleMs`. */
export async function writeToClient(sink: Writable, chunk: Buffer, signal: AbortSignal, idleMs: number): Promise<void> {
  if (isFull(sink, chunk)) {
    await within(idleMs, once(sink, 'drain', { signal }));
  }
}

const isFull = (sink: Writable, chunk: Buffer): boolean => !sink.write(chunk) && sink.writableLength > MOST_WAITING;

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new ClientGone('The client was silent for too long.'));
    }, milliseconds);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
