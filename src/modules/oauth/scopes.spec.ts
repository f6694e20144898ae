import { splitScopes } from './scopes.js';

describe('splitScopes', () => {
  it('takes spaces, commas and lists', () => {
    expect(splitScopes(['api read_user', 'openid,api', ' , '])).toEqual(['api', 'read_user', 'openid']);
  });

  it('takes a text of megabytes for one scope, which is unknown', () => {
    const text = 'api,'.repeat(1_000_000);

    expect(splitScopes([text])).toEqual([text]);
  });
});
