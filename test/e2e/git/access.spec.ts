import { aGroup, aMember, aProject, aToken, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { inOneMoment } from '../../support/still-clock.js';
import { exchange } from '../../support/registry-client.js';

type Login = readonly [username: string, secret: string];

let app: TestApp;
let owner: TestUser;
let stranger: TestUser;
const projects: Record<string, TestProject> = {};
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app);
  stranger = await aUser(app);
  for (const visibility of ['public', 'internal', 'private']) {
    projects[visibility] = await aProject(owner.api, { visibility });
  }
});
afterAll(() => app.close());

const basic = ([username, secret]: Login) => `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`;
const pathOf = (visibility: string) => projects[visibility]!.path_with_namespace;
const tokenOf = ({ username, token }: TestUser): Login => [username, token];

async function ask(
  path: string,
  extra: { login?: Login; authorization?: string; method?: string; headers?: object } = {},
) {
  const authorization = extra.login ? basic(extra.login) : extra.authorization;
  const { status, headers, bytes } = await exchange(app.url, extra.method ?? 'GET', path, {
    headers: { ...(authorization === undefined ? {} : { authorization }), ...extra.headers },
  });
  return { status, headers, text: bytes.toString() };
}
const advertisement = (path: string, service = 'git-upload-pack') => `/${path}.git/info/refs?service=${service}`;
const pull = (path: string, login?: Login) => ask(advertisement(path), login ? { login } : {});
const push = (path: string, login?: Login) => ask(advertisement(path, 'git-receive-pack'), login ? { login } : {});

const DENIED = {
  status: 401,
  text: 'HTTP Basic: Access denied',
  headers: { 'www-authenticate': 'Basic realm="Slipway"', 'content-type': 'text/plain; charset=utf-8' },
};
const HIDDEN = {
  status: 404,
  text: "The project you were looking for could not be found or you don't have permission to view it.",
};

describe('URLs of git over HTTPS', () => {
  it('match in any case, and redirect without .git', async () => {
    const path = pathOf('public');

    expect(await pull(path.toUpperCase())).toMatchObject({ status: 200 });
    expect(await ask(`/${path}/info/refs?service=git-upload-pack&x=1`)).toMatchObject({
      status: 301,
      headers: { location: `${app.url}/${path}.git/info/refs?service=git-upload-pack&x=1` },
    });
    expect(await ask(`/${path}/info/refs`, { method: 'POST' })).toMatchObject({ status: 405 });
  });

  it.each(['', '?service=', '?service=git-archive', '?service=upload-pack'])(
    'refuse another service before any look-up: %j',
    async (query) => {
      for (const path of [pathOf('private'), 'no/thing']) {
        expect(await ask(`/${path}.git/info/refs${query}`)).toMatchObject({
          status: 403,
          text: "The command you're trying to execute is not allowed.",
        });
      }
    },
  );

  it('answer 405 to other verbs', async () => {
    const path = `/${pathOf('public')}.git`;

    for (const method of ['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS']) {
      const answer = await ask(`${path}/info/refs?service=git-upload-pack`, { method });
      expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET' } });
    }
    for (const method of ['GET', 'PUT', 'HEAD']) {
      expect(await ask(`${path}/git-upload-pack`, { method })).toMatchObject({
        status: 405,
        headers: { allow: 'POST' },
      });
    }
  });

  it.each([
    ...['HEAD', 'objects/info/packs', 'config', 'info/lfs/objects/batch', 'info/refs/x', ''],
    ...['../x.git/info/refs', './info/refs', '%2e%2e/info/refs', '-x/info/refs', '/info/refs'],
  ])('answer 404 at %j', async (rest) => {
    for (const method of ['GET', 'POST']) {
      expect(await ask(`/${pathOf('public')}.git/${rest}`, { method })).toMatchObject({
        status: 404,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
      });
    }
  });

  it('do not change the answers of the API', async () => {
    expect(await ask('/api/v4/x.git/info/refs')).toMatchObject({ status: 404, text: '{"error":"404 Not Found"}' });
  });

  it('send Cache-Control against every cache', async () => {
    for (const answer of [await pull(pathOf('public')), await pull('no/thing')]) {
      expect(answer.headers['cache-control']).toBe('no-cache, max-age=0, must-revalidate');
    }
  });
});

describe('git clone and git push with credentials', () => {
  it('answer 401 to wrong ones everywhere, to the byte', async () => {
    const blocked = await aUser(app);
    await app.admin.post(`users/${blocked.id}/block`);
    const [dead, expired] = [await aToken(app, owner.id), await aToken(app, owner.id, { name: 'expired' })];
    await app.sql(`update access_tokens set revoked_at = now() where digest = sha256($1::text::bytea)`, [dead]);
    await app.sql(`update access_tokens set expires_at = '2020-01-01' where digest = sha256($1::text::bytea)`, [
      expired,
    ]);
    const logins: Login[] = [
      ...[[owner.username, 'wrong'] as const, ['oauth2', 'wrong'] as const, ['x', dead] as const],
      ...[['x', expired] as const, tokenOf(blocked), [blocked.username, blocked.password] as const],
    ];

    for (const login of logins) {
      for (const path of [pathOf('public'), pathOf('private'), 'no/thing']) {
        expect(await pull(path, login)).toMatchObject(DENIED);
        expect(await push(path, login)).toMatchObject(DENIED);
      }
    }
  });

  it('require them for all but pulls from public projects, with the same words', async () => {
    expect(await pull(pathOf('public'))).toMatchObject({ status: 200 });
    for (const path of [pathOf('internal'), pathOf('private'), 'no/thing']) {
      expect(await pull(path)).toMatchObject(DENIED);
    }
    expect(await push(pathOf('public'))).toMatchObject(DENIED);
    expect(await push('no/thing')).toMatchObject(DENIED);
  });

  it.each([
    ['a blank user name', ['', 'secret']],
    ['a blank password', ['somebody', '']],
  ] as const)('treat %s as none', async (_what, login) => {
    expect(await pull(pathOf('public'), login)).toMatchObject({ status: 200 });
    expect(await pull(pathOf('private'), login)).toMatchObject(DENIED);
  });

  it('accept a token under any name, as bearer, or the password of the account', async () => {
    const path = pathOf('private');

    expect(await pull(path, ['any-name', owner.token])).toMatchObject({ status: 200 });
    expect(await ask(advertisement(path), { authorization: `Bearer ${owner.token}` })).toMatchObject({ status: 200 });
    expect(await pull(path, [owner.username.toUpperCase(), owner.password])).toMatchObject({ status: 200 });
    expect(await pull(path, [`${owner.username}@example.com`, owner.password])).toMatchObject({ status: 200 });
    expect(await ask(advertisement(path), { authorization: 'Bearer nothing' })).toMatchObject(DENIED);
  });

  it('accept tokens alone for an account with a second factor, and say so whatever the password', async () => {
    const careful = await aUser(app);
    await app.sql(`insert into two_factor (user_id, secret, confirmed_at) values ($1, '\\x00', now())`, [careful.id]);
    for (const name of [careful.username, `${careful.username}@example.com`]) {
      for (const secret of [careful.password, 'wrong']) {
        expect(await pull(pathOf('public'), [name, secret])).toMatchObject({
          status: 401,
          text: 'HTTP Basic: Access denied. An account with two-factor authentication needs an access token instead of a password.',
        });
      }
    }
    expect(await pull(pathOf('public'), tokenOf(careful))).toMatchObject({ status: 200 });
  });

  it('accept OAuth tokens for the user name oauth2, within their scopes', async () => {
    const grant = async (scope: string) => {
      const form = { grant_type: 'password', username: owner.username, password: owner.password, scope };
      const answer = await fetch(`${app.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
      return ((await answer.json()) as { access_token: string }).access_token;
    };
    const [reads, writes] = [await grant('read_repository'), await grant('write_repository')];
    const path = pathOf('private');

    expect(await pull(path, ['oauth2', reads])).toMatchObject({ status: 200 });
    expect(await push(path, ['oauth2', reads])).toMatchObject({ status: 403 });
    expect(await push(path, ['oauth2', writes])).toMatchObject({ status: 200 });
    expect(await ask(advertisement(path), { authorization: `Bearer ${reads}` })).toMatchObject({ status: 200 });
    await app.sql(`update oauth_access_tokens set revoked_at = now()`);
    expect(await pull(pathOf('public'), ['oauth2', reads])).toMatchObject(DENIED);
  });

  it('accept job tokens for pulls of their project and what their user reads, while the job runs, and for no push', async () => {
    const [own, other] = [projects.private!, await aProject(stranger.api)];
    const secret = 'sljob_of-a-running-job';
    const [pipeline] = await app.sql<{ id: number }>(
      `insert into ci_pipelines (project_id, iid, ref, is_tag, sha, source, user_id) values ($1, 1, 'main', false, 'x', 'push', $2) returning id`,
      [own.id, owner.id],
    );
    await app.sql(
      `insert into ci_jobs (project_id, pipeline_id, name, stage, stage_position, status, user_id, token_digest)
       values ($1, $2, 'build', 'build', 1, 'running', $3, sha256($4::text::bytea))`,
      [own.id, pipeline!.id, owner.id, secret],
    );

    for (const name of ['ci-job-token', 'gitlab-ci-token']) {
      expect(await pull(own.path_with_namespace, [name, secret])).toMatchObject({ status: 200 });
      expect(await pull(other.path_with_namespace, [name, secret])).toMatchObject(HIDDEN);
      expect(await push(own.path_with_namespace, [name, secret])).toMatchObject({
        status: 403,
        text: 'You are not allowed to upload code.',
      });
    }
    expect(await pull(pathOf('public'), ['someone', secret])).toMatchObject(DENIED);
    await app.sql(`update ci_jobs set status = 'success'`);
    expect(await pull(pathOf('public'), ['ci-job-token', secret])).toMatchObject(DENIED);
  });

  it('accept tokens of projects and groups, which act as their bots', async () => {
    const project = projects.private!;
    const token = await owner.api.post(`projects/${project.id}/access_tokens`, {
      name: 'bot',
      scopes: ['read_repository'],
      access_level: 30,
    });
    const login = ['bot', token.body.token] as const;

    expect(await pull(pathOf('private'), login)).toMatchObject({ status: 200 });
    expect(await pull(pathOf('internal'), login)).toMatchObject(HIDDEN);
    expect(await push(pathOf('private'), login)).toMatchObject({ status: 403 });
  });

  it('accept deploy tokens for pulls from their project, or the projects of their group', async () => {
    const group = await aGroup(owner.api);
    const [inside, outside] = [await aProject(owner.api, { namespace_id: group.id }), projects.private!];
    const insert = (column: string, id: number, secret: string, scopes: string[]) =>
      app.sql(
        `insert into deploy_tokens (${column}, name, username, scopes, digest) values ($1, 'x', 'deployer', $2, sha256($3::text::bytea))`,
        [id, scopes, secret],
      );
    await insert('group_id', group.id, 'group-secret', ['read_repository']);
    await insert('project_id', outside.id, 'project-secret', ['read_repository']);
    await insert('project_id', outside.id, 'image-secret', ['read_registry']);
    const by = (secret: string): Login => ['deployer', secret];

    expect(await pull(inside.path_with_namespace, by('group-secret'))).toMatchObject({ status: 200 });
    expect(await pull(outside.path_with_namespace, by('group-secret'))).toMatchObject(HIDDEN);
    expect(await pull(outside.path_with_namespace, by('project-secret'))).toMatchObject({ status: 200 });
    expect(await pull(outside.path_with_namespace, by('image-secret'))).toMatchObject({ status: 403 });
    expect(await push(outside.path_with_namespace, by('project-secret'))).toMatchObject({ status: 403 });
    expect(await pull(outside.path_with_namespace, ['other', 'project-secret'])).toMatchObject(DENIED);
  });

  it('limit failed passwords, but not requests without credentials', () =>
    inOneMoment(app, async () => {
      const login = ['somebody-guessing', 'wrong'] as const;
      const statuses = [];
      for (let attempt = 0; attempt < 12; attempt++) {
        await pull(pathOf('private'));
        statuses.push((await pull(pathOf('private'), login)).status);
      }

      expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
      expect(statuses.slice(10)).toEqual([429, 429]);
    }));
});

describe('git clone and git push by role', () => {
  it('answer 404 for repositories that the user cannot see', async () => {
    expect(await pull(pathOf('private'), tokenOf(stranger))).toMatchObject(HIDDEN);
    expect(await pull('no/thing', tokenOf(stranger))).toMatchObject(HIDDEN);
    expect(await pull(pathOf('internal'), tokenOf(stranger))).toMatchObject({ status: 200 });
    const external = await aUser(app, { external: true });
    expect(await pull(pathOf('internal'), tokenOf(external))).toMatchObject(HIDDEN);
  });

  it.each([
    [['api'], 200, 200],
    [['write_repository'], 200, 200],
    [['read_repository'], 200, 403],
    [['read_api', 'read_user', 'write_registry'], 403, 403],
  ])('require the scopes %j', async (scopes, pulls, pushes) => {
    const login = ['x', await aToken(app, owner.id, { scopes })] as const;
    const text = "The token's scopes do not cover this request.";

    for (const path of [pathOf('private'), pathOf('public')]) {
      const [pulled, pushed] = [await pull(path, login), await push(path, login)];
      expect([pulled.status, pushed.status]).toEqual([pulls, pushes]);
      expect([pulled, pushed].filter(({ status }) => status === 403).every((answer) => answer.text === text)).toBe(
        true,
      );
    }
    expect(await pull('no/thing', login)).toMatchObject(HIDDEN);
  });

  it.each([
    ['private', 10, 403, 403],
    ['private', 20, 200, 403],
    ['private', 30, 200, 200],
    ['internal', 10, 200, 403],
    ['public', 10, 200, 403],
    ['public', 30, 200, 200],
  ])('allow a member of a %s project at %d to pull: %d, to push: %d', async (visibility, level, pulls, pushes) => {
    const member = await aMember(app, { project: projects[visibility]! }, level);
    const [pulled, pushed] = [
      await pull(pathOf(visibility), tokenOf(member)),
      await push(pathOf(visibility), tokenOf(member)),
    ];

    expect([pulled.status, pushed.status]).toEqual([pulls, pushes]);
    if (pulls === 403) {
      expect(pulled.text).toBe('You are not allowed to download code from this project.');
    }
    if (pushes === 403 && pulls === 200) {
      expect(pushed.text).toBe('You are not allowed to push code to this project.');
    }
  });

  it('refuse pushes to an archived project, and to one under a storage move, after the check of the role', async () => {
    const project = await aProject(owner.api, { visibility: 'public' });
    const path = project.path_with_namespace;
    await owner.api.post(`projects/${project.id}/archive`);
    expect(await push(path, tokenOf(stranger))).toMatchObject({
      status: 403,
      text: expect.stringContaining('push code'),
    });
    expect(await push(path, tokenOf(owner))).toMatchObject({ status: 403, text: 'The project is archived.' });
    expect(await pull(path)).toMatchObject({ status: 200 });

    await owner.api.post(`projects/${project.id}/unarchive`);
    await app.sql(`update repositories set read_only = true where project_id = $1`, [project.id]);
    const text = 'The repository is temporarily read-only. Please try again later.';
    expect(await push(path, tokenOf(owner))).toMatchObject({ status: 403, text });
    expect(await push(path, tokenOf(stranger))).toMatchObject({
      status: 403,
      text: expect.stringContaining('push code'),
    });
    expect(await pull(path)).toMatchObject({ status: 200 });
    const posted = await ask(`/${path}.git/git-receive-pack`, {
      method: 'POST',
      login: tokenOf(owner),
      headers: { 'content-type': 'application/x-git-receive-pack-request' },
    });
    expect(posted).toMatchObject({ status: 403, text });
  });

  it('answer 503 where the storage is missing', async () => {
    const project = await aProject(owner.api);
    await app.sql(`update repositories set storage = 'gone' where project_id = $1`, [project.id]);

    const answer = await pull(project.path_with_namespace, tokenOf(owner));

    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': expect.any(String) } });
    expect((await app.anonymous.get('/-/readiness')).body).toMatchObject({
      checks: { storages: 'not configured: gone' },
    });
  });
});

describe('git push and git clone of a wiki', () => {
  it('create the wiki of a project by the first push, of Developers, and show it to Guests', async () => {
    const [guest, developer] = [
      await aMember(app, { project: projects.private! }, 10),
      await aMember(app, { project: projects.private! }, 30),
    ];
    const wiki = `${pathOf('private')}.wiki`;

    expect(await pull(wiki, tokenOf(guest))).toMatchObject(HIDDEN);
    expect(await push(wiki, tokenOf(guest))).toMatchObject({ status: 403 });
    expect(await push(wiki, tokenOf(developer))).toMatchObject({ status: 200 });
    expect(await pull(wiki, tokenOf(guest))).toMatchObject({ status: 200 });
    expect(await pull(wiki)).toMatchObject(DENIED);
  });

  it('find the wiki of a group from the start', async () => {
    const group = await aGroup(owner.api, { visibility: 'internal' });
    const wiki = `${group.full_path}.wiki`;

    expect(await pull(wiki, tokenOf(stranger))).toMatchObject({ status: 200 });
    expect(await push(wiki, tokenOf(stranger))).toMatchObject({ status: 403 });
    expect(await push(wiki, tokenOf(owner))).toMatchObject({ status: 200 });
  });
});
