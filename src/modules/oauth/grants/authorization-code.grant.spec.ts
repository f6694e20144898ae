import { AuthorizationCodeGrant } from './authorization-code.grant.js';
import type { GrantedCode } from './granted-codes.service.js';
import type { GrantModel } from './grant-model.js';
import type { OauthClient } from './oauth-client.js';
import type { TokenRequest } from './token-request.js';

const client = {
  id: '7',
  grants: ['authorization_code'],
  application: { confidential: true },
} as unknown as OauthClient;
const params = new Map([
  ['code', 'a code'],
  ['redirect_uri', 'https://client.example/cb'],
]);
const request = { params, body: {} } as unknown as TokenRequest;

/** Exchanges a code with these properties; answers what was saved. */
function exchange(code: Partial<GrantedCode>): Promise<unknown> {
  const granted = { client, redirectUri: 'https://client.example/cb', scope: ['api'], user: {}, ...code };
  const model = {
    transaction: (steps: () => Promise<unknown>) => steps(),
    getAuthorizationCode: () => Promise.resolve(granted),
    revokeAuthorizationCode: () => Promise.resolve(true),
    validateScope: () => Promise.resolve(['api']),
    generateAccessToken: () => Promise.resolve('an access token'),
    generateRefreshToken: () => Promise.resolve('a refresh token'),
    saveToken: (token: unknown) => Promise.resolve(token),
  } as unknown as GrantModel;
  const options = { model, accessTokenLifetime: 7200 };
  return new AuthorizationCodeGrant(options).handle(request, client);
}

describe('AuthorizationCodeGrant', () => {
  it('takes a code that lives by the clock of the database, whatever the clock of the process says', async () => {
    const saved = exchange({ isLive: true, expiresAt: new Date(0) });

    expect(await saved).toMatchObject({ accessToken: 'an access token' });
  });

  it('refuses a code that does not', async () => {
    const saved = exchange({ isLive: false, expiresAt: new Date(Date.now() + 600_000) });

    await expect(saved).rejects.toMatchObject({ name: 'invalid_grant' });
  });
});
