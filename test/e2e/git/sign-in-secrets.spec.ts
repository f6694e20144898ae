import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { exchange } from '../../support/registry-client.js';
import { inOneMoment } from '../../support/still-clock.js';

let app: TestApp;
let owner: TestUser;
let project: TestProject;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app);
  project = await aProject(owner.api, { visibility: 'public' });
});
afterAll(() => app.close());

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
async function answerTo(path: string, text: string) {
  const { status, headers, bytes } = await exchange(app.url, 'GET', path, { headers: { authorization: basic(text) } });
  return { status, text: bytes.toString(), challenge: headers['www-authenticate'] };
}
const git = (text: string) => answerTo(`/${project.path_with_namespace}.git/info/refs?service=git-upload-pack`, text);
const registry = (text: string) => answerTo('/jwt/auth?service=container_registry', text);
const token = (authorization: string, form: Record<string, string>) =>
  fetch(`${app.url}/oauth/token`, { method: 'POST', headers: { authorization }, body: new URLSearchParams(form) });
async function withSecondFactor(): Promise<TestUser> {
  const user = await aUser(app);
  await app.sql(`insert into two_factor (user_id, secret, confirmed_at) values ($1, '\\x00', now())`, [user.id]);
  return user;
}

describe('HTTP Basic with a NUL', () => {
  it.each(['a\0b:secret', 'oauth2:a\0b', '\0:\0', 'ci-job-token:\0x'])(
    'is answered 401 by git for %j',
    async (text) => {
      expect(await git(text)).toEqual({
        status: 401,
        text: 'HTTP Basic: Access denied',
        challenge: 'Basic realm="Slipway"',
      });
    },
  );

  it.each(['a\0b:secret', 'a:b\0'])('is answered 401 by the registry for %j', async (text) => {
    expect(await registry(text)).toMatchObject({ status: 401 });
  });

  it.each(['a\0b:secret', 'a:b\0', 'a%00b:secret', 'a:b%00'])(
    'is answered 401 by POST /oauth/token for %j',
    async (text) => {
      const answer = await token(basic(text), { grant_type: 'refresh_token', refresh_token: 'x' });

      expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([401, 'invalid_client']);
    },
  );
});

describe('HTTP Basic with a wrong password', () => {
  it.each([
    ['git', git],
    ['the registry', registry],
  ])('does not tell the right one by %s, and is counted for all protocols alike', async (protocol, ask) => {
    const careful = await withSecondFactor();
    const plain = await aUser(app);
    const refused = [`${careful.username}:${careful.password}`, `${careful.username}:wrong`];

    const [right, wrong] = [await ask(refused[0]!), await ask(refused[1]!)];
    const [known, unknown] = [await ask(`${plain.username}:wrong`), await ask(`nobody-${plain.id}:wrong`)];

    expect(right.status).toBe(401);
    expect(wrong).toEqual(right);
    expect(known).toEqual(unknown);
    expect(right.text === unknown.text).toBe(protocol === 'the registry'); // git names tokens (contract: git §5.2)
    await inOneMoment(app, async () => {
      for (const login of [
        `${careful.username}:${careful.password}`,
        `${plain.username}:wrong`,
        `no-${plain.id}:wrong`,
      ]) {
        const statuses: number[] = [];
        for (let attempt = 0; attempt < 12; attempt += 1) {
          statuses.push((await ask(login)).status);
        }
        expect(statuses.slice(-2)).toEqual([429, 429]);
        expect(statuses[0]).toBe(401);
      }
    });
  });

  it('counts for the account, whichever of its names is used and by whichever protocol', async () => {
    const user = await aUser(app);
    const names = [user.username, `${user.username}@example.com`, user.username.toUpperCase()];
    await inOneMoment(app, async () => {
      for (let attempt = 0; attempt < 5; attempt += 1) {
        expect((await git(`${names[attempt % 3]!}:wrong`)).status).toBe(401);
        expect((await registry(`${names[(attempt + 1) % 3]!}:wrong`)).status).toBe(401);
      }

      for (const name of names) {
        expect((await git(`${name}:${user.password}`)).status).toBe(429);
      }
      const form = { grant_type: 'password', username: names[1]!, password: user.password };
      const granted = await fetch(`${app.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
      expect(granted.status).toBe(429);
    });
  });
});
