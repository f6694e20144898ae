import { parseCommit, parseTag, titleOf, trailersOf } from './commit-object.js';

const ID = 'a'.repeat(40);
const commit = (...lines: string[]) => parseCommit(ID, Buffer.from(lines.join('\n')));

describe('parseCommit', () => {
  it('reads who, when by their own clock, parents and message', () => {
    const found = commit(
      `tree ${'1'.repeat(40)}`,
      `parent ${'2'.repeat(40)}`,
      `parent ${'3'.repeat(40)}`,
      'author Ada Lovelace <ada@example.com> 1714550400 +0200',
      'committer Bob <bob@example.com> 1714550400 -0330',
      'gpgsig -----BEGIN',
      ' more',
      '',
      'Title',
      '',
      'Body',
    );

    expect(found.parentIds).toEqual(['2'.repeat(40), '3'.repeat(40)]);
    expect(found.author).toMatchObject({ name: 'Ada Lovelace', date: '2024-05-01T10:00:00.000+02:00' });
    expect(found.committer.date).toBe('2024-05-01T04:30:00.000-03:30');
    expect(found.message).toBe('Title\n\nBody');
  });

  it('accepts broken dates, missing names and bytes that are no UTF-8', () => {
    const found = parseCommit(ID, Buffer.from('tree x\nauthor <> 99999999999999999999 +0000\n\n\xff\0', 'latin1'));

    expect(found.author).toMatchObject({ name: '', email: '', date: '9999-12-31T23:59:59.000+00:00' });
    expect(found.message).toBe('\uFFFD\uFFFD');
  });

  it('cuts a long name between characters', () => {
    const found = commit('tree x', `author a${'🚀'.repeat(2000)} <b@c> 1 +0000`, '', 'x');

    expect(found.author.name).toBe(`a${'🚀'.repeat(1023)}`);
  });

  it.each([
    ['1700000000 +9999', '2023-11-14T22:13:20.000+00:00'],
    ['1700000000 -0160', '2023-11-14T22:13:20.000+00:00'],
    ['253402300799 +0100', '9999-12-31T23:59:59.000+01:00'],
    ['99999999999 -2359', '5138-11-15T09:47:39.000-23:59'],
  ])('writes a date of RFC 3339 for %s', (written, date) => {
    const found = commit('tree x', `author A <a@x> ${written}`, '', '');

    expect(found.author.date).toBe(date);
  });
});

describe('parseTag', () => {
  it('reads the target, the tagger and the message', () => {
    const text = `object ${ID}\ntype commit\ntag v1\ntagger Ada <a@x> 0 +0000\n\nOne\n`;

    expect(parseTag(ID, Buffer.from(text))).toMatchObject({ targetId: ID, targetType: 'commit', message: 'One\n' });
    expect(parseTag(ID, Buffer.from(text)).tagger?.date).toBe('1970-01-01T00:00:00.000+00:00');
  });
});

describe('titleOf() and trailersOf()', () => {
  it('take the first line', () => {
    expect(titleOf('\nOne\nTwo')).toBe('One');
    expect(titleOf('One\r\u2028 of two \nTwo')).toBe('One\r\u2028 of two');
    expect(titleOf(`${'😀'.repeat(1025)}\n`)).toBe('😀'.repeat(1024));
  });

  it('take the last paragraph for trailers when it holds nothing else', () => {
    expect(trailersOf('T\n\nBody\n\nSigned-off-by: A <a@x>\nFixes: 1\n')).toEqual({
      'Signed-off-by': 'A <a@x>',
      Fixes: '1',
    });
    expect(trailersOf('T\n\nA: b\nplain')).toEqual({});
    expect(trailersOf('Key: value')).toEqual({});
  });
});

describe('parseCommit of more headers than git writes', () => {
  it('reads none behind the committer, nor behind one that git knows nothing of', () => {
    const [first, second] = ['1'.repeat(40), '2'.repeat(40)];
    const who = 'Ada <ada@example.com> 1700000000 +0000';
    const lines = [`tree ${first}`, `parent ${first}`, `author ${who}`, `committer ${who}`, `parent ${second}`];

    expect(parseCommit(first, Buffer.from(`${lines.join('\n')}\n\ntext`))).toMatchObject({
      parentIds: [first],
      committer: { name: 'Ada' },
      message: 'text',
    });
    expect(parseCommit(first, Buffer.from(`tree ${first}\n${'x y\n'.repeat(3)}parent ${second}\n`)).parentIds).toEqual(
      [],
    );
  });
});
