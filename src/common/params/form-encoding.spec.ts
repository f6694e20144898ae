import { turnsDuring } from '../../../test/fixtures/turns-during.js';
import { cleanJson, decodeText, parseForm, readForm } from './form-encoding.js';

const MEBIBYTE = 1_048_576;
const refusal = (message: string): object => ({ status: 400, body: { message: `400 Bad request - ${message}` } });
const thrownBy = (work: () => unknown): unknown => {
  try {
    return { answered: work() };
  } catch (error) {
    return error;
  }
};

describe('readForm', () => {
  it.each(['a', '%41', '%c3%A9', '%E2%82%AC', '%F0%9F%98%80', '\u{1F600}', 'é%25', '%0A '])(
    'cuts a long word of nothing but %j into pieces, and no character',
    async (character) => {
      for (const shift of ['', 'x', 'xx', 'xxx', 'xxxx']) {
        const text = `a=1&h[k]=${shift}${character.repeat(100_000)}&b=2`;
        expect(await readForm(text)).toEqual(parseForm(text));
      }
    },
  );

  it.each(['%41%', '%E2%82', '%C3%A9%A9', '%ff', '%00', '\ud800'])(
    'refuses a long word with a wrong %j',
    async (wrong) => {
      for (const length of [0, 262_138, 262_140, 262_143, 300_000]) {
        const word = `${'x'.repeat(length)}${wrong}`;
        await expect(readForm(`a=${word}`)).rejects.toMatchObject(refusal('Invalid characters'));
        await expect(readForm(`a=${word}${'x'.repeat(300_000)}`)).rejects.toMatchObject(refusal('Invalid characters'));
      }
    },
  );

  it('lets other work go on, in one long word and between many', async () => {
    const word = '%41'.repeat(10_000_000);
    const words = Array.from({ length: 2000 }, (_, at) => `a${at}=${'%41'.repeat(5000)}`).join('&');

    expect(await turnsDuring(() => readForm(`a=${word}`))).toBeGreaterThan(1);
    expect(await turnsDuring(() => readForm(words))).toBeGreaterThan(1);
  });
});

describe('parseForm', () => {
  it.each([
    ['', {}],
    ['a=1', { a: '1' }],
    ['a', { a: '' }],
    ['a=1&&b=2&', { a: '1', b: '2' }],
    ['a=x=y', { a: 'x=y' }],
    ['a=1+2%2B3%20x', { a: '1 2+3 x' }],
    ['a%5B%5D=1&a%5b%5d=2', { a: ['1', '2'] }],
    ['a=1&a=2', { a: '2' }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a[]=', { a: [''] }],
    ['h[k]=v&h[l]=w', { h: { k: 'v', l: 'w' } }],
    ['h[k][l]=v', { h: { k: { l: 'v' } } }],
    ['h[k][]=1&h[k][]=2', { h: { k: ['1', '2'] } }],
    [
      'v[0][key]=a&v[0][value]=1&v[1][key]=b&v[1][value]=2',
      {
        v: [
          { key: 'a', value: '1' },
          { key: 'b', value: '2' },
        ],
      },
    ],
    ['v[7][key]=b&v[2][key]=a&v[2047][key]=c', { v: [{ key: 'a' }, { key: 'b' }, { key: 'c' }] }],
    ['v[2048][key]=a', { v: { 2048: { key: 'a' } } }],
    [
      'v[][key]=a&v[][value]=1&v[][key]=b&v[][value]=2',
      {
        v: [
          { key: 'a', value: '1' },
          { key: 'b', value: '2' },
        ],
      },
    ],
    ['v[][key]=a&v[][key]=b', { v: [{ key: 'a' }, { key: 'b' }] }],
    ['v[10]=b&v[9]=a', { v: ['a', 'b'] }],
    ['v[0]=a&v[]=b', { v: ['a', 'b'] }],
    ['[a]=1', { '[a]': '1' }],
    ['a[b=1', { 'a[b': '1' }],
    ['a[b]c=1', { 'a[b]c': '1' }],
    ['__proto__[x]=1&constructor=2&a[prototype]=3&b=4', { b: '4' }],
  ])('reads %s', (text, expected) => {
    expect(parseForm(text)).toEqual(expected);
  });

  it('keeps every value of a comma-separated list that is given twice', () => {
    const lists = new Map([['b', 'commas']] as const);

    expect(parseForm('a=1&b=1&b=2,3&b=4&a=2', lists)).toEqual({ a: '2', b: '1,2,3,4' });
    expect(parseForm('b=1&b[]=2', lists)).toEqual({ b: ['2'] });
  });

  it('keeps every value of another list, in bodies as well', async () => {
    const lists = new Map([['b', 'values']] as const);

    for (const read of [parseForm, readForm]) {
      expect(await read('a=1&b=1&b=2,3&b=4&a=2', lists)).toEqual({ a: '2', b: ['1', '2,3', '4'] });
      expect(await read('b=1', lists)).toEqual({ b: '1' });
      expect(await read('b=1&b[]=2', lists)).toEqual({ b: ['2'] });
      expect(await read('h[b]=1&h[b]=2', lists)).toEqual({ h: { b: '2' } });
    }
  });

  it('leaves the prototype of everything alone', () => {
    parseForm('__proto__[polluted]=1&a[__proto__][polluted]=1&a[constructor][prototype][polluted]=1');

    expect('polluted' in {}).toBe(false);
  });

  it.each(['a=%zz', 'a=%', 'a=%00', 'a=%ff', '%00=a', 'a=%ed%a0%80'])('refuses %s', (text) => {
    expect(thrownBy(() => parseForm(text))).toMatchObject(refusal('Invalid characters'));
  });

  it('holds ten levels and 2,048 values', () => {
    const deep = (levels: number) => `a${'[k]'.repeat(levels)}=1`;
    const many = (count: number) => Array.from({ length: count }, (_, index) => `a[]=${index}`).join('&');

    expect(thrownBy(() => parseForm(deep(10)))).toHaveProperty('answered');
    expect(thrownBy(() => parseForm(deep(11)))).toMatchObject(refusal('Too many parameters'));
    expect(thrownBy(() => parseForm(many(2048)))).toHaveProperty('answered');
    expect(thrownBy(() => parseForm(many(2049)))).toMatchObject(refusal('Too many parameters'));
  });

  it('holds names of 8,192 characters', () => {
    const long = 'x'.repeat(8193);

    expect(thrownBy(() => parseForm(`${long.slice(1)}=${long}`))).toHaveProperty('answered');
    expect(thrownBy(() => parseForm(`a=1&${long}=1`))).toMatchObject(refusal('The name of a parameter is too long'));
  });

  it('refuses 2,049 pairs before it reads any of them', () => {
    expect(thrownBy(() => parseForm('&'.repeat(2048)))).toMatchObject(refusal('Too many parameters'));
    expect(thrownBy(() => parseForm(`a=%zz${'&__proto__=1'.repeat(2048)}`))).toMatchObject(
      refusal('Too many parameters'),
    );
  });

  it.each([
    ['pairs', '&'.repeat(MEBIBYTE)],
    ['brackets in a name', `a${'[]'.repeat(MEBIBYTE / 2)}=1`],
    ['spaces in a value', `a=${'+'.repeat(MEBIBYTE)}`],
  ])('takes linear time for a mebibyte of %s', (_name, text) => {
    const start = performance.now();
    thrownBy(() => parseForm(text));

    expect(performance.now() - start).toBeLessThan(2000);
  });
});

describe('cleanJson', () => {
  it('gives values as they are, without keys that reach into objects', () => {
    const value: unknown = JSON.parse('{"a":[1,null,{"b":true}],"__proto__":{"x":1},"c":{"constructor":1,"d":""}}');

    expect(cleanJson(value)).toEqual({ a: [1, null, { b: true }], c: { d: '' } });
  });

  it.each(['{"a":"\\u0000"}', '{"\\u0000":1}', '{"a":["\\ud800"]}', '{"a":"\\udc00x"}'])('refuses %s', (text) => {
    expect(thrownBy(() => cleanJson(JSON.parse(text)))).toMatchObject(refusal('Invalid characters'));
  });
});

describe('decodeText', () => {
  it('decodes UTF-8 and refuses what is none', () => {
    expect(decodeText('a%2Fb%C3%A4+')).toBe('a/bä+');
    expect(thrownBy(() => decodeText('%c3'))).toMatchObject(refusal('Invalid characters'));
  });
});
