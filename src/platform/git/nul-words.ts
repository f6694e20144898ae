import type { Readable } from 'node:stream';

const END = 0;
/** Limit of a word, longer than any real path of a tree; reading stops there. */
const MAX_WORD = 1024 * 1024;

/** The words of an output that closes each with NUL (`-z`), as they come. What is behind the last NUL is no word. */
export async function* nulWords(output: Readable): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of output as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(END); end >= 0; end = bytes.indexOf(END, start)) {
      yield bytes.toString('utf8', start, end);
      start = end + 1;
    }
    rest = bytes.subarray(start);
    if (rest.length > MAX_WORD) {
      return;
    }
  }
}
