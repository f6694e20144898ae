import { withoutLogin } from './without-login.js';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const URL_WITH_LOGIN = 'smtp://mail:hush%2Fhush@mail.example';

describe('withoutLogin', () => {
  it.each([
    ['AUTH PLAIN', base64('\0mail\0hush/hush')],
    ['AUTH LOGIN', base64('hush/hush')],
    ['a server that decodes it', 'hush/hush'],
  ])('masks the password as it is in %s', (_where, form) => {
    expect(withoutLogin(`500 unknown command: ${form}`, URL_WITH_LOGIN)).toBe('500 unknown command: [masked]');
  });

  it('leaves what is said where there is no password', () => {
    expect(withoutLogin('451 later', 'smtp://mail.example')).toBe('451 later');
  });
});
