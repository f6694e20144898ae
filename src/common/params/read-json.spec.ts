import { readJson } from './read-json.js';

const read = (document: string | Buffer) => readJson(Buffer.from(document), 2048);
const refusal = (document: string | Buffer) =>
  read(document).then(
    () => 'none',
    (error: unknown) => (error as { body: { message: string } }).body.message,
  );
const MANY = 700_000;

describe('readJson', () => {
  it.each<[string, unknown]>([
    ['an escape of two characters', '\n'],
    ['an escaped quote', '"'],
    ['a backslash', '\\'],
    ['a character of several bytes', 'é𝄞'],
    ['an escape by number', '\u001f'],
    ['a byte order mark', '\ufeff'],
  ])('reads long texts of %s as the parser does', async (_, text) => {
    const long = String(text).repeat(MANY);
    const value = { long: [long, 'short', { a: `x${long}`, b: `xy${long}` }], n: 1.5, t: true };
    const document = JSON.stringify(value);
    const escaped = document.replaceAll('𝄞', '\\ud834\\udd1e').replaceAll('\ufeff', '\\ufeff');

    expect(await read(document)).toEqual(value);
    expect(await read(escaped)).toEqual(value);
  });

  it('lets names of 8,192 bytes pass, and no longer ones', async () => {
    const long = 'x'.repeat(8193);

    expect(await read(`{"${long.slice(1)}" : "${long}"}`)).toEqual({ [long.slice(1)]: long });
    expect(await refusal(`{"a": {"${long}" : 1}}`)).toBe('400 Bad request - The name of a parameter is too long');
  });

  it('passes over a byte order mark in front, and drops dangerous names', async () => {
    const long = 'x'.repeat(MANY);

    expect(await read('\ufeff{"a":1}')).toEqual({ a: 1 });
    expect(await read(`\ufeff{"__proto__":"${long}","a":1}`)).toEqual({ a: 1 });
  });

  it.each([
    ['Malformed JSON body', `{"a":"${'x'.repeat(MANY)}\\q"}`],
    ['Malformed JSON body', `{"a":"${'x'.repeat(MANY)}\\u12"}`],
    ['Malformed JSON body', `{"a":"${'x'.repeat(MANY)}\n"}`],
    ['Malformed JSON body', `{"a":"${'x'.repeat(MANY)}`],
    ['Malformed JSON body', `{"a":"${'\\'.repeat(MANY + 1)}"}`],
    ['Malformed JSON body', `{"a":"${'x'.repeat(MANY)}"`],
    ['Malformed JSON body', ''],
    ['Invalid characters', `{"a":"${'x'.repeat(MANY)}\\u0000"}`],
    ['Invalid characters', `{"a":"${'x'.repeat(MANY)}\\ud800"}`],
    ['Invalid characters', Buffer.from(`{"a":"${'x'.repeat(MANY)}\xff"}`, 'latin1')],
    ['Too many parameters', `{"a":"${'x'.repeat(MANY)}","b":${'['.repeat(20)}`],
    ['Too many parameters', `{"a":"${'x'.repeat(MANY)}","b":[${'1,'.repeat(3000)}1]}`],
  ])('refuses with %s what is wrong behind or within a long text', async (message, document) => {
    expect(await refusal(document)).toBe(`400 Bad request - ${message}`);
  });

  it.each([
    ['one text', `{"a":"${'\\"'.repeat(20_000_000)}"}`],
    ['many texts', `[${Array.from({ length: 2000 }, () => `"${'\\n'.repeat(10_000)}"`).join()}]`],
  ])('lets others have their turn while it reads 40 MB of escapes in %s', async (_, document) => {
    const bytes = Buffer.from(document);
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);

    await readJson(bytes, 2048);
    clearInterval(timer);

    expect(turns).toBeGreaterThan(10);
  });
});
