import type { Writable } from 'node:stream';

/** Resolves when the stream needs the chunk no more. A socket that closes does not always say so of each chunk. */
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
