import { DocumentTooLargeError, PublicationScanner } from './publication-scanner.js';
import type { Piece } from './publication-scanner.js';

const LIMITS = { bytes: 1000, depth: 6, values: 20 };

/** What is found in the text when it comes in pieces of that size: attachments, and the document without them. */
function scan(text: string, size = text.length, limits = LIMITS) {
  const scanner = new PublicationScanner(limits);
  const bytes = Buffer.from(text);
  const pieces: Piece[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    pieces.push(...scanner.push(bytes.subarray(at, at + size)));
  }
  const attachments: string[] = [];
  for (const piece of pieces) {
    if (piece === 'start') {
      attachments.push('');
    } else if (piece !== 'end') {
      attachments.push((attachments.pop() ?? '') + piece.toString());
    }
  }
  return { attachments, document: JSON.parse(scanner.finish().toString()) as unknown, pieces };
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
const documentWith = (data: string) => `{"name":"a","_attachments":{"a.tgz":{"data":"${data}","length":5}},"z":[1]}`;

describe('PublicationScanner', () => {
  it.each([1, 2, 3, 5, 7, 64, 1000])('takes the data out of a document that comes in pieces of %i bytes', (size) => {
    const { attachments, document } = scan(documentWith(base64('some bytes of a tarball')), size);

    expect(attachments).toEqual(['some bytes of a tarball']);
    expect(document).toEqual({ name: 'a', _attachments: { 'a.tgz': { data: '', length: 5 } }, z: [1] });
  });

  it.each([1, 2, 1000])('knows keys and slashes that are escaped, in pieces of %i bytes', (size) => {
    const text = documentWith(base64('???>>>').replaceAll('/', '\\/'))
      .replace('"data"', '"d\\u0061ta"')
      .replace('_attachments', '\\u005fattachments');

    expect(scan(text, size).attachments).toEqual(['???>>>']);
  });

  it('passes over long keys', () => {
    const long = 'k'.repeat(8192);
    const text = documentWith(base64('???')).replace('"name"', `"${long}":1,"name"`);
    const { attachments, document } = scan(text, 1000, { ...LIMITS, bytes: 1_000_000 });

    expect(attachments).toEqual(['???']);
    expect(document).toMatchObject({ [long]: 1, name: 'a' });
  });

  it.each([
    '{"data":"aaaa"}',
    '{"_attachments":{"data":"aaaa"}}',
    '{"_attachments":{"a":{"b":{"data":"aaaa"}}}}',
    '{"_attachments":[{"data":"aaaa"}]}',
    '{"_attachments":[{"a":{"data":"aaaa"}}]}',
    '{"other":{"a":{"data":"aaaa"}}}',
    '{"_attachments":{"a":{"other":"data"}}}',
    '{"_attachments":{"a":{"data":{"data":"aaaa"}}}}',
    '{"a":"\\"_attachments\\":{\\"a\\":{\\"data\\":\\"aaaa"}',
  ])('keeps %s', (text) => {
    expect(scan(text, 3)).toMatchObject({ attachments: [], document: JSON.parse(text) as object });
  });

  it.each(['%%%%', 'aaa', 'a=aa', 'aaaa\\n', 'aaaa\\"aaa', 'ää==', 'aa a'])('refuses the data %s', (data) => {
    for (const size of [1, 2, 1000]) {
      expect(() => scan(documentWith(data), size)).toThrow(SyntaxError);
    }
  });

  it('refuses documents with a name that is too long', () => {
    const limits = { bytes: 100_000, depth: 6, values: 20 };
    const read = (text: string) => [...new PublicationScanner(limits).push(Buffer.from(text))];

    expect(() => read(`{"${'x'.repeat(8193)}":1}`)).toThrow(DocumentTooLargeError);
    expect(() => read(`{"${'x'.repeat(8192)}":"${'x'.repeat(8193)}"}`)).not.toThrow();
  });

  it('refuses documents that are too large, too deep or of too many values', () => {
    expect(() => scan(`"${'x'.repeat(1000)}"`)).toThrow(DocumentTooLargeError);
    expect(() => scan('['.repeat(7))).toThrow(DocumentTooLargeError);
    expect(() => scan(`[${'1,'.repeat(21)}1]`)).toThrow(DocumentTooLargeError);
    expect(scan(documentWith(base64('x'.repeat(5000)))).attachments).toEqual(['x'.repeat(5000)]);
  });
});
