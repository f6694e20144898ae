import { AuthorizationCode } from 'simple-oauth2';
import { anApplication, aSignedInBrowser, CALLBACK } from '../../builders/oauth.js';
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

describe('simple-oauth2', () => {
  it.each(['header', 'body'] as const)(
    'gets, refreshes and revokes tokens with its secret in the %s',
    async (authorizationMethod) => {
      const { uid, secret } = await anApplication(app);
      const client = new AuthorizationCode({
        client: { id: uid, secret },
        auth: {
          tokenHost: app.url,
          tokenPath: '/oauth/token',
          authorizePath: '/oauth/authorize',
          revokePath: '/oauth/revoke',
        },
        options: { authorizationMethod },
      });
      const address = new URL(
        client.authorizeURL({ redirect_uri: CALLBACK, scope: ['api', 'read_user'], state: 'simple' }),
      );
      const answer = await browser.submit(await browser.get(address.pathname + address.search), {}, 'Authorize');
      const back = new URL(answer.headers.get('location')!).searchParams;

      const first = await client.getToken({ code: back.get('code')!, redirect_uri: CALLBACK, scope: 'api' });
      const second = await first.refresh({ scope: 'api read_user' });

      const ask = (token: unknown) =>
        app.anonymous.get('user', { headers: { Authorization: `Bearer ${String(token)}` } });
      expect(first.token).toMatchObject({ token_type: 'bearer', scope: 'api read_user' });
      expect((await ask(second.token.access_token)).body.id).toBe(userId);
      expect((await ask(first.token.access_token)).status).toBe(401);

      await second.revokeAll();
      expect((await ask(second.token.access_token)).status).toBe(401);
    },
  );
});
