import { accountNameOf } from './account-name.js';
import type { ScimUser } from './scim-user.js';

const nameOf = (user: Partial<ScimUser>): string =>
  accountNameOf({
    externalId: null,
    userName: 'ada@corp.example',
    formattedName: null,
    givenName: null,
    familyName: null,
    displayName: null,
    emails: [],
    active: undefined,
    ...user,
  });

describe('accountNameOf', () => {
  it.each([
    [{ formattedName: 'Ada', displayName: 'Countess' }, 'Ada'],
    [{ formattedName: ' ', displayName: 'Countess' }, 'Countess'],
    [{ formattedName: 'Ada\r\nBcc: x@y' }, 'Ada Bcc: x@y'],
    [{ formattedName: '\u001b[31mAda\t' }, '[31mAda'],
    [{ formattedName: '\u0085\u0007', givenName: 'Ada' }, 'ada'],
  ])('of %j is %j', (user, name) => {
    expect(nameOf(user)).toBe(name);
  });

  it('is no longer than names are', () => {
    expect(Array.from(nameOf({ givenName: '🚀'.repeat(255), familyName: 'x' }))).toHaveLength(255);
  });

  it('is no address that everybody would see, unless there is nothing else', () => {
    expect(nameOf({})).toBe('ada');
    expect(nameOf({ userName: '@corp' })).toBe('@corp');
    expect(nameOf({ userName: '\u0007' })).toBe('user');
  });
});
