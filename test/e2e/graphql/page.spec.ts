import { aProject, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { WebBrowser } from '../../support/web-browser.js';
import { ENDPOINT } from './ask.js';

const PAGE = '/-/graphql';

let app: TestApp;
let user: TestUser;
let browser: WebBrowser;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  user = await aUser(app);
  browser = await WebBrowser.of(app.url, user);
});
afterAll(() => app.close());

describe('/-/graphql', () => {
  it('shows an example and the schema, without scripts', async () => {
    const { status, text, headers } = await browser.get(PAGE);

    expect(status).toBe(200);
    expect(text).toContain('type ContainerRepository {');
    expect(text).not.toContain('<script');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('runs a document as the one who is signed in', async () => {
    const fields = { query: 'query ($n: Int) { currentUser { username } projects(first: $n) { nodes { id } } }' };
    const { status, text } = await browser.submit(await browser.get(PAGE), { ...fields, variables: '{"n": 1}' }, 'Run');

    expect([status, text]).toEqual([
      200,
      expect.stringContaining(`&quot;username&quot;: &quot;${user.username}&quot;`),
    ]);
  });

  it('says what is wrong with variables', async () => {
    const { status, text } = await browser.submit(
      await browser.get(PAGE),
      { query: '{ metadata { version } }', variables: '[1]' },
      'Run',
    );

    expect([status, text]).toEqual([422, expect.stringContaining('is not a JSON object')]);
  });

  it('is for those who are signed in', async () => {
    expect((await new WebBrowser(app.url).get(PAGE)).status).toBe(302);
  });
});

describe('POST /api/graphql with a session', () => {
  it('counts with the token of its page alone', async () => {
    const { path_with_namespace: path } = await aProject(user.api);
    const query = `mutation { pipelineTriggerCreate(input: {projectPath: "${path}", description: "x"}) { errors } }`;
    const { text } = await browser.get(PAGE);
    const token = /name="csrf-token" content="([^"]+)"/.exec(text)![1]!;
    const send = async (headers: Record<string, string>) =>
      (await app.anonymous.post(ENDPOINT, { query }, { headers: { Cookie: browser.cookie, ...headers } })).body;

    expect((await send({})).errors[0].extensions.code).toBe('FORBIDDEN');
    expect(await send({ 'X-CSRF-Token': token })).toMatchObject({ data: { pipelineTriggerCreate: { errors: [] } } });
  });
});
