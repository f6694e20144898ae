import type { Writable } from 'node:stream';

/** Resolves when the stream no longer needs the chunk. A closing socket does not always report this for each chunk. */
export function written(into: Writable, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const closed = (): void => {
      reject(new Error('the reader has gone'));
    };
    into.once('close', closed);
    into.write(chunk, (error) => {
      into.off('close', closed);
      if (error) {
        reject(error);
      } else {
        resolve();
      }
    });
  });
}
