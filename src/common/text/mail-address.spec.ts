import { MAIL_ADDRESS } from './mail-address.js';

describe('MAIL_ADDRESS', () => {
  it.each(['a@b', 'ada.l+x@example.com', "o'brien@xn--mnchen-3ya.example", 'ünï@exämple.org'])(
    'takes %s',
    (address) => {
      expect(address).toMatch(MAIL_ADDRESS);
    },
  );

  it.each([
    ...['a', '@b', 'a@', 'a@b@c', 'a b@c', 'x<victim@example.com>', 'a,b@c', '"a"@b', 'a(b)@c', 'g:a@b;', 'a\0@b'],
    ...['a\u001b[31m@b', 'a@b\u0007', 'a@\u009b'],
  ])('refuses %j', (address) => {
    expect(address).not.toMatch(MAIL_ADDRESS);
  });
});
