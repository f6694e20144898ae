import * as oidc from 'openid-client';
import { anApplication, aPublicApplication, aSignedInBrowser, CALLBACK, bearer } from '../../builders/oauth.js';
import type { TestApplication } from '../../builders/oauth.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import type { WebBrowser } from '../../support/web-browser.js';

let app: TestApp;
let browser: WebBrowser;
let userId: number;
beforeAll(async () => {
  app = await startApp();
  ({ browser, id: userId } = await aSignedInBrowser(app));
});
afterAll(() => app.close());

const discover = (application: TestApplication, authentication?: oidc.ClientAuth): Promise<oidc.Configuration> =>
  oidc.discovery(new URL(app.url), application.uid, application.secret || undefined, authentication, {
    execute: [oidc.allowInsecureRequests], // eslint-disable-line @typescript-eslint/no-deprecated -- loopback
  });

/** The whole flow, as the library has it, unchanged. */
async function authorize(config: oidc.Configuration, scope: string) {
  const verifier = oidc.randomPKCECodeVerifier();
  const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
  const openid = scope.includes('openid');
  const address = oidc.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope,
    state,
    ...(openid ? { nonce } : {}),
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const asked = await browser.get(address.pathname + address.search);
  const answer = asked.status === 200 ? await browser.submit(asked, {}, 'Authorize') : asked;
  return oidc.authorizationCodeGrant(config, new URL(answer.headers.get('location')!), {
    pkceCodeVerifier: verifier,
    expectedState: state,
    ...(openid ? { expectedNonce: nonce, idTokenExpected: true } : {}),
  });
}

describe('openid-client', () => {
  it.each([
    ['in the body', (secret: string) => oidc.ClientSecretPost(secret)],
    ['by Basic', (secret: string) => oidc.ClientSecretBasic(secret)],
  ])('gets and refreshes tokens as a confidential application with its secret %s', async (_name, method) => {
    const application = await anApplication(app);
    const config = await discover(application, method(application.secret));

    const tokens = await authorize(config, 'api openid');
    const later = await oidc.refreshTokenGrant(config, tokens.refresh_token!);

    expect(tokens.claims()).toMatchObject({ iss: app.url, sub: String(userId), aud: application.uid });
    expect(tokens.expiresIn()).toBeGreaterThan(7190);
    expect(later.access_token).not.toBe(tokens.access_token);
    expect((await app.anonymous.get('user', bearer(later.access_token))).body.id).toBe(userId);
    expect((await app.anonymous.get('user', bearer(tokens.access_token))).status).toBe(401);
  });

  it('gets tokens as a public application', async () => {
    const application = await aPublicApplication(app);
    const config = await discover(application, oidc.None());

    const tokens = await authorize(config, 'read_user');

    expect(tokens.scope).toBe('read_user');
    expect((await app.anonymous.get('user', bearer(tokens.access_token))).body.id).toBe(userId);
    expect((await app.anonymous.post('groups', {}, bearer(tokens.access_token))).status).toBe(403);
  });
});
