import { TOTP } from 'otpauth';
import { anApplication, asClient, aSignedInBrowser, basic, credentialsOf, someTokens } from '../../builders/oauth.js';
import { aProject } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const refs = (path: string, headers: Record<string, string>, service = 'git-upload-pack') =>
  app.anonymous.get(`/${path}.git/info/refs?service=${service}`, { headers });

describe('git clone, git pull and git push with OAuth tokens', () => {
  it('take OAuth tokens as the password of oauth2, as far as their scopes allow', async () => {
    const user = await aSignedInBrowser(app);
    const { path_with_namespace: path } = await aProject(user.api);
    const application = await anApplication(app, { scopes: 'read_repository write_repository read_user' });
    const tokenFor = async (scope: string) =>
      (await someTokens(app, application, user.browser, { scope })).access_token;
    const [reader, writer, other] = [
      await tokenFor('read_repository'),
      await tokenFor('write_repository'),
      await tokenFor('read_user'),
    ];
    const pull = async (token: string, name = 'oauth2') => (await refs(path, basic(name, token))).status;
    const push = async (token: string) => (await refs(path, basic('oauth2', token), 'git-receive-pack')).status;

    expect([await pull(reader), await pull(writer), await pull(other)]).toEqual([200, 200, 403]);
    expect([await push(reader), await push(writer), await push(other)]).toEqual([403, 200, 403]);
    expect((await refs(path, { Authorization: `Bearer ${reader}` })).status).toBe(200);
    expect([await pull(reader, user.username), await pull('0'.repeat(64))]).toEqual([401, 401]);
    await asClient(app, 'revoke', { token: reader, ...credentialsOf(application) });
    expect(await pull(reader)).toBe(401);
  });

  it('do not take the password of an account with a second factor, and name tokens instead', async () => {
    const user = await aSignedInBrowser(app);
    const { path_with_namespace: path } = await aProject(user.api);
    expect((await refs(path, basic(user.username, user.password))).status).toBe(200);
    const { body } = await user.api.post('user/two_factor', { password: user.password });
    await user.api.post('user/two_factor/confirm', { code: new TOTP({ secret: body.secret }).generate() });

    const answer = await refs(path, basic(user.username, user.password));
    expect(answer.status).toBe(401);
    expect(answer.text).toMatch(/^HTTP Basic: Access denied\. .*access token/);
    expect((await refs(path, basic(user.username, user.token))).status).toBe(200);
  });
});
