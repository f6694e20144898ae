import { Readable } from 'node:stream';
import { nulWords } from './nul-words.js';

async function wordsOf(...chunks: (string | Buffer)[]): Promise<string[]> {
  const words: string[] = [];
  for await (const word of nulWords(Readable.from(chunks.map((chunk) => Buffer.from(chunk))))) {
    words.push(word);
  }
  return words;
}

describe('nulWords', () => {
  it('reads words across chunks, empty ones and line breaks included', async () => {
    expect(await wordsOf('a\0b', 'c\n\0\0d', '\0rest')).toEqual(['a', 'bc\n', '', 'd']);
  });

  it('stops reading at a word that is too long', async () => {
    expect(await wordsOf('a\0', Buffer.alloc(1024 * 1024 + 1, 'x'), 'b\0')).toEqual(['a']);
  });
});
