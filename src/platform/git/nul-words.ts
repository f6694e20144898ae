import type { Readable } from 'node:stream';

const END = 0;
/** Limit of a word, longer than any real path of a tree; reading stops there. */
const MAX_WORD = 1024 * 1024;

/** Yields the words of an output that ends each with NUL (`-z`). Anything after the last NUL is not a word. */
export async function* nulWords(output: Readable): AsyncGenerator<string> {
  for await (const words of nulWordBatches(output)) {
    yield* words;
  }
}

/** Like {@link nulWords}, with all words that arrive together in one batch. */
export async function* nulWordBatches(output: Readable): AsyncGenerator<readonly string[]> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of output as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(END);
    if (end >= 0) {
      yield bytes.toString('utf8', 0, end).split('\0');
    }
    rest = bytes.subarray(end + 1);
    if (rest.length > MAX_WORD) {
      return;
    }
  }
}
