import { aGroup, aMember, aProject, aUser, unique } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { ApiClient } from '../../support/api-client.js';
import type { Answer } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { bad } from '../../support/answers.js';
import { until } from '../../support/until.js';
import { aProvider } from '../scim/provider.js';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await startApp();
  user = await aUser(app);
});
afterAll(() => app.close());

const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();
/** Exactly one request wins; all others get this answer. */
function expectOneWinner(answers: readonly Answer[], won: number, lost: object): void {
  const others = answers.filter(({ status }) => status !== won);
  expect(statuses(answers).filter((status) => status === won)).toHaveLength(1);
  others.forEach((answer) => {
    expect(answer).toMatchObject(lost);
  });
}

const deadlocks = async () => {
  await new Promise((resolve) => setTimeout(resolve, 1200)); // figures are told once a second
  const [row] = await app.sql<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return Number(row!.deadlocks);
};

const WAITING = `select 1 from pg_locks l join pg_stat_activity a using (pid)
  where not l.granted and a.datname = current_database()`;
/** Until so many transactions wait for what the one of `app.sql` holds. */
const untilWaiting = (count: number) =>
  until(async () => {
    await app.sql('select pg_stat_clear_snapshot()');
    return (await app.sql(WAITING)).length === count;
  });

describe('writes below one group at once', () => {
  it('are done one after the other, without a deadlock: deletions, renames and creations', async () => {
    const before = await deadlocks();
    const seen = await times(12, async () => {
      const top = await aGroup(user.api);
      const child = await aGroup(user.api, { parent_id: top.id });
      const grandchild = await aGroup(user.api, { parent_id: child.id });
      const [first, second] = [
        await aProject(user.api, { namespace_id: top.id }),
        await aProject(user.api, { namespace_id: grandchild.id }),
      ];
      return Promise.all([
        user.api.put(`groups/${child.id}`, { path: unique('renamed') }),
        user.api.delete(`groups/${child.id}`),
        user.api.delete(`groups/${top.id}`),
        user.api.put(`projects/${second.id}`, { path: unique('renamed') }),
        user.api.delete(`projects/${first.id}`),
        user.api.delete(`projects/${second.id}`),
        user.api.put(`groups/${top.id}`, { path: unique('renamed') }),
        user.api.delete(`groups/${grandchild.id}`),
        user.api.post('projects', { path: unique('p'), namespace_id: child.id }),
        user.api.post('groups', { name: 'x', path: unique('g'), parent_id: grandchild.id }),
      ]);
    });
    await app.drainJobs();

    const answers = seen.flat().map(({ status }) => status);
    expect(answers.filter((status) => ![200, 201, 202, 404].includes(status))).toEqual([]);
    expect(await deadlocks()).toBe(before);
  });
});

describe('the removal of what was deleted, during a request that began before', () => {
  it.each(['project', 'group'] as const)(
    'gives way while that goes from what is below a %s to itself',
    async (kind) => {
      const { id } = await (kind === 'project' ? aProject(user.api) : aGroup(user.api));
      const token = await user.api.post(`${kind}s/${id}/access_tokens`, { name: 'x', scopes: ['api'] });
      const before = await deadlocks();

      await app.sql('begin');
      await app.sql('select from access_tokens where id = $1 for update', [(token.body as { id: number }).id]);
      expect((await user.api.delete(`${kind}s/${id}`)).status).toBe(202);
      await untilWaiting(1);
      await app.sql(`select from ${kind}s where id = $1 for key share`, [id]);
      await app.sql('commit');
      await app.drainJobs();

      expect(await app.sql(`select from ${kind}s where id = $1`, [id])).toEqual([]);
      expect(await deadlocks()).toBe(before);
    },
  );
});

describe('DELETE /users/:id', () => {
  it('gives way to a request that goes from what is of the account to itself', async () => {
    const person = await aUser(app);
    const before = await deadlocks();

    await app.sql('begin');
    await app.sql('select from access_tokens where user_id = $1 for update', [person.id]);
    const deleted = app.admin.delete(`users/${person.id}`);
    await untilWaiting(1);
    await app.sql('select from users where id = $1 for key share', [person.id]);
    await app.sql('commit');

    expect((await deleted).status).toBe(204);
    expect(await deadlocks()).toBe(before);
  });

  it('waits for no administrators where the account is none, which others lock before accounts', async () => {
    const person = await aUser(app);

    await app.sql('begin');
    await app.sql('select from users where is_admin for no key update');
    const { status } = await app.admin.delete(`users/${person.id}`);
    await app.sql('commit');

    expect(status).toBe(204);
  });
});

describe('POST /users/:id/block', () => {
  it('waits for no administrators where the account is none', async () => {
    const person = await aUser(app);

    await app.sql('begin');
    await app.sql('select from users where is_admin for no key update');
    const { status } = await app.admin.post(`users/${person.id}/block`);
    await app.sql('commit');

    expect(status).toBe(201);
  });
});

describe('PATCH of a SCIM user', () => {
  it('locks the account before the identity, as a change or deletion of the account does', async () => {
    const scim = await aProvider(user, new ApiClient(app.url));
    const { id } = (await scim.user()) as { id: string };
    const [{ userId }] = (await app.sql('select user_id as "userId" from scim_identities where uuid = $1', [id])) as [
      { userId: string },
    ];

    await app.sql('begin');
    await app.sql('select from users where id = $1 for no key update', [userId]);
    const patched = scim.send('PATCH', `Users/${id}`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', path: 'name.familyName', value: 'Hopper' }],
    });
    await untilWaiting(1);
    await app.sql('select from scim_identities where uuid = $1 for update nowait', [id]);
    await app.sql('commit');

    expect((await patched).status).toBe(200);
  });
});

describe('DELETE /projects/:id/alert_integrations/:integration_id', () => {
  it('gives way to a payload that goes from an alert to the integration', async () => {
    const project = await aProject(user.api);
    const fields = { name: 'x', type: 'http' };
    const { id, url, token } = (await user.api.post(`projects/${project.id}/alert_integrations`, fields)).body;
    const headers = { Authorization: `Bearer ${String(token)}` };
    await new ApiClient(app.url).send('POST', new URL(String(url)).pathname, '{"title":"x"}', { headers });
    const before = await deadlocks();

    await app.sql('begin');
    expect(await app.sql('select from alerts where integration_id = $1 for update', [id])).toHaveLength(1);
    const deleted = user.api.delete(`projects/${project.id}/alert_integrations/${String(id)}`);
    await untilWaiting(1);
    await app.sql('select from alert_integrations where id = $1 for key share', [id]);
    await app.sql('commit');

    expect((await deleted).status).toBe(204);
    expect(await deadlocks()).toBe(before);
  });
});

describe('POST /projects/:id/triggers/:trigger_id/rotate', () => {
  it('takes no lock of the project, which its removal locks before tokens', async () => {
    const project = await aProject(user.api);
    const { body } = await user.api.post(`projects/${project.id}/triggers`, { description: 'x' });

    await app.sql('begin');
    await app.sql('select from projects where id = $1 for update', [project.id]);
    const { status } = await user.api.post(`projects/${project.id}/triggers/${String(body.id)}/rotate`);
    await app.sql('commit');

    expect(status).toBe(201);
  });
});

describe('writes of one name at once', () => {
  it('create one user; the others find the e-mail or the username taken', async () => {
    const [username, email] = [unique('race'), `${unique('race')}@example.com`];
    const base = { name: 'x', password: 'long-enough' };

    const sameName = await times(6, (n) =>
      app.admin.post('users', { ...base, username, email: `${unique('e')}${n}@example.com` }),
    );
    expectOneWinner(sameName, 201, { status: 409, text: '{"message":"Username has already been taken"}' });
    const sameMail = await times(6, (n) =>
      app.admin.post('users', { ...base, username: unique(`u${n}`), email: n % 2 ? email : email.toUpperCase() }),
    );
    expectOneWinner(sameMail, 201, { status: 409, text: '{"message":"Email has already been taken"}' });
  });

  it('create one group, one project, one of subgroup and project', async () => {
    const group = await aGroup(user.api);
    const taken = bad('path', 'has already been taken');
    const [a, b, c] = [unique('a'), unique('b'), unique('c')];

    expectOneWinner(
      await times(6, (n) => user.api.post('groups', { name: 'x', path: n % 2 ? a : a.toUpperCase() })),
      201,
      taken,
    );
    expectOneWinner(await times(6, () => user.api.post('projects', { path: b, namespace_id: group.id })), 201, taken);
    expectOneWinner(
      await times(6, (n) =>
        n % 2
          ? user.api.post('projects', { path: c, namespace_id: group.id })
          : user.api.post('groups', { name: 'x', path: c, parent_id: group.id }),
      ),
      201,
      taken,
    );
    const name = unique('d');
    const mixed = await times(6, (n) =>
      n % 2
        ? user.api.post('groups', { name: 'x', path: name })
        : app.admin.post('users', {
            name: 'x',
            username: name,
            email: `${unique('m')}@example.com`,
            password: 'long-enough',
          }),
    );
    expect(statuses(mixed).filter((status) => status === 201)).toHaveLength(1);
    expect(new Set(statuses(mixed))).toEqual(
      new Set([201, ...statuses(mixed).filter((status) => status === 400 || status === 409)]),
    );
  });

  it('add one member', async () => {
    const group = await aGroup(user.api);
    const person = await aUser(app);
    for (const container of [`groups/${group.id}`, `projects/${(await aProject(user.api)).id}`]) {
      const answers = await times(6, () =>
        user.api.post(`${container}/members`, { user_id: person.id, access_level: 20 }),
      );
      expectOneWinner(answers, 201, { status: 409, text: '{"message":"Member already exists"}' });
    }
  });

  it('rename one group', async () => {
    const groups = await times(4, () => aGroup(user.api));
    const path = unique('wanted');

    const answers = await Promise.all(groups.map(({ id }) => user.api.put(`groups/${id}`, { path })));
    expectOneWinner(answers, 200, bad('path', 'has already been taken'));
  });
});

describe('removals of the last Owner or administrator at once', () => {
  it('keep one Owner when all leave', async () => {
    const group = await aGroup(user.api);
    const second = await aMember(app, { group }, 50);

    const answers = await Promise.all([
      user.api.delete(`groups/${group.id}/members/${user.id}`),
      second.api.delete(`groups/${group.id}/members/${second.id}`),
    ]);
    expect(statuses(answers)).toEqual([204, 403]);
    expect((await app.admin.get(`groups/${group.id}/members`)).body).toHaveLength(1);
  });

  it('keep one Owner when they leave and are deleted', async () => {
    for (let round = 0; round < 4; round++) {
      const [owner, deleted] = [await aUser(app), await aUser(app)];
      const group = await aGroup(owner.api);
      await owner.api.post(`groups/${group.id}/members`, { user_id: deleted.id, access_level: 50 });

      const [left, gone] = await Promise.all([
        round % 2 ? owner.api.delete(`groups/${group.id}/members/${owner.id}`) : app.admin.delete(`users/${owner.id}`),
        app.admin.delete(`users/${deleted.id}`),
      ]);
      expect(statuses([left, gone])[0]).toBe(204);
      expect([403, 409]).toContain(statuses([left, gone])[1]);
      expect((await app.admin.get(`groups/${group.id}/members`)).body).toHaveLength(1);
    }
  });

  it('keep one administrator when they demote, block or delete each other', async () => {
    for (const act of ['demote', 'block', 'delete'] as const) {
      await app.sql('update users set is_admin = (id = 1)');
      const admins = await times(3, () => aUser(app, { admin: true }));
      await app.sql('update users set is_admin = false where id = 1');
      const acts = {
        demote: (by: TestUser, on: TestUser) => by.api.put(`users/${on.id}`, { admin: false }),
        block: (by: TestUser, on: TestUser) => by.api.post(`users/${on.id}/block`),
        delete: (by: TestUser, on: TestUser) => by.api.delete(`users/${on.id}`),
      };

      const answers = await Promise.all(admins.map((admin, index) => acts[act](admin, admins[(index + 1) % 3]!)));
      const left = await app.sql(`select 1 from users where is_admin and state = 'active' and kind = 'human'`);
      await app.sql('update users set is_admin = true where id = 1');
      expect([act, left.length]).not.toEqual([act, 0]);
      expect(Math.max(...statuses(answers))).toBeLessThan(500);
    }
  });
});

describe('POST /personal_access_tokens/:token_id/rotate and DELETE /personal_access_tokens/:token_id at once', () => {
  it('create one successor of two rotations', async () => {
    for (let round = 0; round < 3; round++) {
      const { token, id } = (
        await app.admin.post(`users/${user.id}/personal_access_tokens`, { name: 'x', scopes: ['api'] })
      ).body;

      const answers = await times(4, (n) =>
        n % 2
          ? app.as(token).post('personal_access_tokens/self/rotate')
          : user.api.post(`personal_access_tokens/${id}/rotate`),
      );
      const winners = answers.filter(({ status }) => status === 201);
      expect(winners).toHaveLength(1);
      answers.filter(({ status }) => status !== 201).forEach(({ status }) => expect([401, 409]).toContain(status));
      expect((await app.as(winners[0]!.body.token).get('user')).status).toBe(200);
    }
  });

  it('refuse a token from the next request after it was revoked', async () => {
    const { token, id } = (
      await app.admin.post(`users/${user.id}/personal_access_tokens`, { name: 'x', scopes: ['api'] })
    ).body;
    const before = times(5, () => app.as(token).get('user'));
    await user.api.delete(`personal_access_tokens/${id}`);
    await before;

    expect(statuses(await times(5, () => app.as(token).get('user')))).toEqual([401, 401, 401, 401, 401]);
  });
});

describe('PUT /snippets/:id by many at once', () => {
  const aSnippet = async () =>
    (await user.api.post('snippets', { title: 't', file_name: 'a', content: 'a' })).body as { id: number };

  it('keeps all changes in the files', async () => {
    const { id } = await aSnippet();
    const added = ['b', 'c', 'd'];

    const answers = await Promise.all(
      added.map((path) =>
        user.api.put(`snippets/${id}`, { files: [{ action: 'create', file_path: path, content: path }] }),
      ),
    );
    expect(statuses(answers)).toEqual([200, 200, 200]);
    const { files } = (await user.api.get(`snippets/${id}`)).body as { files: { path: string }[] };
    expect(files.map(({ path }) => path).sort()).toEqual(['a', ...added]);
  });

  it('renames the first file as it is called when its turn comes', async () => {
    const { id } = await aSnippet();
    const names = ['b', 'c', 'd'];

    const answers = await Promise.all(
      names.map((name) => user.api.put(`snippets/${id}`, { file_name: name, content: `of ${name}` })),
    );
    expect(statuses(answers)).toEqual([200, 200, 200]);
    const { files, file_name: last } = (await user.api.get(`snippets/${id}`)).body as {
      files: unknown[];
      file_name: string;
    };
    expect(files).toHaveLength(1);
    expect(names).toContain(last);
    expect((await user.api.get(`snippets/${id}/raw`)).text).toBe(`of ${last}`);
  });

  it('lets one with the same ETag succeed, and answers 412 to the others', async () => {
    const { id } = await aSnippet();
    const etag = (await user.api.get(`snippets/${id}`)).headers.get('etag') ?? '';

    const answers = await times(3, (n) =>
      user.api.put(`snippets/${id}`, { title: `t${n}`, content: `c${n}` }, { headers: { 'If-Match': etag } }),
    );
    expectOneWinner(answers, 200, { status: 412, text: '{"message":"412 Precondition Failed"}' });
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await user.api.get(`snippets/${id}/raw`)).text).toBe(`c${winner}`);
  });
});

describe('PUT of one record by many at once', () => {
  it('applies the changes field by field', async () => {
    const project = await aProject(user.api);
    const fields = [{ description: 'd' }, { ci_config_path: 'c.yml' }, { topics: ['t'] }, { build_timeout: 900 }];

    await Promise.all(fields.map((change) => user.api.put(`projects/${project.id}`, change)));
    expect((await user.api.get(`projects/${project.id}`)).body).toMatchObject(Object.assign({}, ...fields) as object);
  });

  it('leaves every path whole when a user, a group and a project are renamed', async () => {
    const person = await aUser(app);
    const group = await aGroup(person.api);
    const sub = await aGroup(person.api, { parent_id: group.id });
    const projects = [
      await aProject(person.api, { namespace_id: sub.id }),
      await aProject(person.api, { namespace_id: group.id }),
      await aProject(person.api),
    ];
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        ...[1, 2].map(() => app.admin.put(`users/${person.id}`, { username: unique('user') })),
        ...[1, 2].map(() => person.api.put(`groups/${group.id}`, { path: unique('group') })),
        ...[1, 2].map(() => person.api.put(`groups/${sub.id}`, { path: unique('sub') })),
        ...projects.map(({ id }) => person.api.put(`projects/${id}`, { path: unique('project') })),
        person.api.post('projects', { path: unique('new'), namespace_id: sub.id }),
        person.api.post('groups', { name: 'x', path: unique('new'), parent_id: sub.id }),
      ]);
      expect(statuses(answers).filter((status) => status >= 300)).toEqual([]);
    }
    const routes = await app.sql<{ path: string; whole: string }>(`
      select r.path, pr.path || '/' || coalesce(p.path, n.path) as whole
      from routes r left join projects p on p.id = r.project_id left join namespaces n on n.id = r.namespace_id
        join routes pr on pr.namespace_id = coalesce(p.namespace_id, n.parent_id)`);
    expect(routes.length).toBeGreaterThan(10);
    expect(routes.filter(({ path, whole }) => path !== whole)).toEqual([]);
    const tops = await app.sql<{ path: string; name: string }>(`
      select r.path, n.path as name from routes r join namespaces n on n.id = r.namespace_id where n.parent_id is null`);
    expect(tops.filter(({ path, name }) => path !== name)).toEqual([]);
    expect((await person.api.get('user')).body.username).toBe(
      (await app.admin.get(`namespaces/${person.namespace_id}`)).body.path,
    );
  });
});

describe('POST /projects and /groups during the deletion of their namespace', () => {
  it('answer 404, or what they create is deleted with the group', async () => {
    for (let round = 0; round < 4; round++) {
      const group = await aGroup(user.api);
      const sub = await aGroup(user.api, { parent_id: group.id });

      const answers = await Promise.all([
        user.api.post('projects', { path: 'a', namespace_id: group.id }),
        user.api.post('projects', { path: 'b', namespace_id: sub.id }),
        user.api.post('groups', { name: 'x', path: 'c', parent_id: sub.id }),
        user.api.delete(`groups/${group.id}`),
        user.api.post('projects', { path: 'd', namespace_id: sub.id }),
        user.api.post('groups', { name: 'x', path: 'e', parent_id: group.id }),
        user.api.put(`groups/${sub.id}`, { path: 'f' }),
      ]);
      expect(answers[3].status).toBe(202);
      answers.forEach(({ status }) => expect([200, 201, 202, 404]).toContain(status));
      for (const { status, body } of answers.filter((answer) => answer.status === 201)) {
        const kind = 'full_path' in body ? 'groups' : 'projects';
        expect([status, (await user.api.get(`${kind}/${body.id}`)).status]).toEqual([201, 404]);
      }
      await app.drainJobs();
      const left = await app.sql('select 1 from namespaces where traversal_ids @> array[$1::bigint]', [group.id]);
      expect(left).toEqual([]);
    }
  });

  it('leave nothing behind of a user who is being deleted', async () => {
    const person = await aUser(app);
    const answers = await Promise.all([
      person.api.post('projects', { path: 'a' }),
      app.admin.delete(`users/${person.id}`),
      person.api.post('projects', { path: 'b' }),
    ]);

    expect(Math.max(...statuses(answers))).toBeLessThan(500);
    await app.drainJobs();
    expect(await app.sql('select 1 from namespaces where id = $1', [person.namespace_id])).toEqual([]);
  });
});

describe('writes of a user who is being deleted', () => {
  it('are done before the deletion, or refused', async () => {
    for (let round = 0; round < 8; round++) {
      const person = await aUser(app);
      const form = { grant_type: 'password', username: person.username, password: person.password };
      const own = () => [
        person.api.post('snippets', { title: 'x', file_name: 'x', content: 'x' }),
        person.api.post('user/personal_access_tokens', { name: 'x', scopes: ['api'] }),
        app.admin.post(`users/${person.id}/personal_access_tokens`, { name: 'x', scopes: ['api'] }),
      ];
      const early = own();
      const deleted = app.admin.delete(`users/${person.id}`);
      const granted = fetch(`${app.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
      await new Promise((resolve) => setTimeout(resolve, round * 2));
      const answers = await Promise.all([...early, ...own()]);

      answers.forEach(({ status }) => expect([201, 401, 404, 409]).toContain(status));
      expect([200, 400]).toContain((await granted).status);
      expect((await deleted).status).toBe(204);
    }
  });
});

describe('POST /groups/:id/members during the deletion of the user', () => {
  it('answers 404, or the membership goes with the user', async () => {
    const group = await aGroup(user.api);
    for (let round = 0; round < 8; round++) {
      const person = await aUser(app);
      const deleted = app.admin.delete(`users/${person.id}`);
      await new Promise((resolve) => setTimeout(resolve, round * 2));
      const { status } = await user.api.post(`groups/${group.id}/members`, { user_id: person.id, access_level: 50 });

      expect([201, 404]).toContain(status);
      expect((await deleted).status).toBe(204);
    }
    expect((await user.api.get(`groups/${group.id}/members`)).body).toHaveLength(1);
  });
});

describe('POST /groups during the deletion of its first Owner', () => {
  it('keeps the user, or leaves no group without an Owner', async () => {
    for (let round = 0; round < 16; round++) {
      const person = await aUser(app);
      const [created, deleted] = await Promise.all([
        person.api.post('groups', { name: 'x', path: unique('ownerless') }),
        new Promise((resolve) => setTimeout(resolve, round)).then(() => app.admin.delete(`users/${person.id}`)),
      ]);

      expect([201, 401, 404]).toContain(created.status);
      expect(deleted.status).toBe(created.status === 201 ? 409 : 204);
    }
  });
});

describe('PUT /groups/:id with a lower visibility during POST /projects', () => {
  it('lets one of both succeed', async () => {
    for (let round = 0; round < 4; round++) {
      const group = await aGroup(user.api, { visibility: 'public' });

      const [closed, created] = await Promise.all([
        user.api.put(`groups/${group.id}`, { visibility: 'private' }),
        user.api.post('projects', { path: 'p', namespace_id: group.id, visibility: 'public' }),
      ]);
      expect([
        [200, 400],
        [400, 201],
      ]).toContainEqual([closed.status, created.status]);
    }
  });
});

describe('the audit log of changes that wait for each other', () => {
  /** Starts both while this statement holds what they need, and ends it when both wait. */
  async function bothBehind(holding: string, change: () => Promise<Answer>): Promise<readonly Answer[]> {
    await app.sql('begin');
    await app.sql(holding);
    const both = [change(), change()];
    await untilWaiting(2);
    await app.sql('commit');
    return Promise.all(both);
  }

  it('says once that a project was archived', async () => {
    const project = await aProject(user.api);

    const answers = await bothBehind(`select from projects where id = ${project.id} for update`, () =>
      user.api.post(`projects/${project.id}/archive`),
    );

    expect(statuses(answers)).toEqual([201, 201]);
    const archived = `select from audit_events
      where entity_type = 'Project' and entity_id = $1 and details->>'custom_message' = 'Project archived'`;
    expect(await app.sql(archived, [project.id])).toHaveLength(1);
  });

  it('says what a feature flag was before each change', async () => {
    const answers = await bothBehind('lock table features in share row exclusive mode', () =>
      app.admin.post('features/ci_job_token_scope', { value: true }),
    );

    expect(statuses(answers)).toEqual([201, 201]);
    const changes = await app.sql(
      `select details->'from' as before from audit_events where details->>'change' = 'ci_job_token_scope' order by id`,
    );
    expect(changes).toEqual([{ before: false }, { before: true }]);
  });
});
