import { isBasic, readBasic } from './basic-login.js';

const header = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('readBasic', () => {
  it('cuts at the first colon, and keeps blanks', () => {
    expect(readBasic(header('ada:a:b'))).toEqual({ username: 'ada', secret: 'a:b' });
    expect(readBasic(header(':'))).toEqual({ username: '', secret: '' });
    expect(readBasic(`basic   ${Buffer.from('ü: x').toString('base64')} `)).toEqual({ username: 'ü', secret: ' x' });
  });

  it.each([header('ada'), header('a\0b:c'), header('a:b\0'), 'Basic', 'Basic !!!', 'Basic YTpi YTpi'])(
    'reads nothing in %j',
    (authorization) => {
      expect(readBasic(authorization)).toBeNull();
    },
  );
});

describe('isBasic', () => {
  it('compares the scheme alone', () => {
    expect(['Basic', 'basic x', 'BASIC '].every(isBasic)).toBe(true);
    expect(['', 'Basically', 'Bearer x'].some(isBasic)).toBe(false);
  });
});
