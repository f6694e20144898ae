import { SweepMembersJob } from '../../../src/core/members/sweep-members.job.js';
import { aGroup, aMember, aProject, aUser, unique } from '../../builders/records.js';
import type { TestGroup, TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { FORBIDDEN, bad, missing, notFound } from '../../support/answers.js';
import { day } from '../../support/times.js';
import { idsOf } from '../../support/ids-of.js';

let app: TestApp;
let owner: TestUser;
let group: TestGroup;
let project: TestProject;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app);
});
beforeEach(async () => {
  group = await aGroup(owner.api);
  project = await aProject(owner.api, { namespace_id: group.id });
});
afterAll(() => app.close());

const NO_MEMBER = { status: 404, text: '{"message":"404 Member Not Found"}' };
const NO_USER = notFound('User');
const LAST_OWNER = { status: 403, text: '{"message":"403 Forbidden - The last owner cannot be removed"}' };
const containers = () => [`projects/${project.id}`, `groups/${group.id}`];

describe('GET /projects/:id/members/:user_id and /groups/:id/members/:user_id', () => {
  it('answers a basic user with level, times and creator, and an e-mail to administrators', async () => {
    for (const container of containers()) {
      const user = await aUser(app);
      const answer = await owner.api.post(`${container}/members`, {
        user_id: user.id,
        access_level: 30,
        expires_at: day(9),
      });

      const record = {
        id: user.id,
        username: user.username,
        name: user.username,
        state: 'active',
        avatar_url: null,
        web_url: `${app.url}/${user.username}`,
        access_level: 30,
        created_at: expect.stringMatching(/Z$/),
        created_by: {
          id: owner.id,
          username: owner.username,
          name: owner.username,
          state: 'active',
          avatar_url: null,
          web_url: `${app.url}/${owner.username}`,
        },
        expires_at: day(9),
        membership_state: 'active',
        updated_at: expect.any(String),
      };
      expect([answer.status, answer.body]).toEqual([201, record]);
      expect((await owner.api.get(`${container}/members/${user.id}`)).body).toEqual(record);
      expect((await owner.api.get(`${container}/members/all/${user.id}`)).body).toEqual(record);
      expect((await app.admin.get(`${container}/members/${user.id}`)).body).toEqual({
        ...record,
        email: `${user.username}@example.com`,
      });
    }
  });
});

describe('GET /projects/:id/members and /groups/:id/members, and their /all', () => {
  it('list direct ones by id, or all with the highest level of each', async () => {
    const sub = await aGroup(owner.api, { parent_id: group.id });
    const deep = await aProject(owner.api, { namespace_id: sub.id });
    const [a, b] = [await aMember(app, { group }, 10, { name: 'Zed' }), await aMember(app, { group: sub }, 30)];
    await owner.api.post(`projects/${deep.id}/members`, { user_id: a.id, access_level: 20 });

    expect(await idsOf(owner.api, `groups/${group.id}/members`)).toEqual([owner.id, a.id]);
    expect(await idsOf(owner.api, `groups/${sub.id}/members`)).toEqual([b.id]);
    expect(await idsOf(owner.api, `groups/${sub.id}/members/all`)).toEqual([owner.id, a.id, b.id]);
    expect(await idsOf(owner.api, `projects/${deep.id}/members`)).toEqual([a.id]);
    const { body } = await a.api.get(`projects/${deep.id}/members/all`);
    expect(body.map(({ id, access_level }: { id: number; access_level: number }) => [id, access_level])).toEqual([
      [owner.id, 50],
      [a.id, 20],
      [b.id, 30],
    ]);
    expect(await idsOf(owner.api, `projects/${deep.id}/members/all?query=ZED`)).toEqual([a.id]);
    expect(await idsOf(owner.api, `projects/${deep.id}/members/all?query=${b.username}`)).toEqual([b.id]);
    expect(await idsOf(owner.api, `projects/${deep.id}/members/all?user_ids[]=${b.id}&user_ids[]=${owner.id}`)).toEqual(
      [owner.id, b.id],
    );
    expect(await idsOf(owner.api, `groups/${group.id}/members?user_ids=${a.id}`)).toEqual([a.id]);
    expect(await owner.api.get(`groups/${group.id}/members?user_ids[]=x`)).toMatchObject(bad('user_ids', 'is invalid'));
    expect(await owner.api.get(`projects/${deep.id}/members/${b.id}`)).toMatchObject(NO_MEMBER);
    expect((await owner.api.get(`projects/${deep.id}/members/all/${b.id}`)).body.access_level).toBe(30);
    expect(await owner.api.get(`projects/${deep.id}/members/all/1`)).toMatchObject(NO_MEMBER);
  });

  it('count the members that a search finds, not the accounts of the instance', async () => {
    const named = { name: unique('Searched') };
    const member = await aMember(app, { group }, 10, named);
    await aUser(app, named);
    const lists = [`members/all?query=${named.name}`, `users?search=${named.name}`];

    for (const path of [`groups/${group.id}/${lists[0]}`, ...lists.map((list) => `projects/${project.id}/${list}`)]) {
      const { body, headers } = await owner.api.get(path);
      expect(body.map(({ id }: { id: number }) => id)).toEqual([member.id]);
      expect(headers.get('X-Total')).toBe('1');
    }
  });

  it('require a signed-in caller who sees the container', async () => {
    const stranger = await aUser(app);
    const open = await aGroup(owner.api, { visibility: 'public' });

    for (const path of ['members', 'members/all', `members/${owner.id}`, `members/all/${owner.id}`]) {
      expect((await stranger.api.get(`groups/${open.id}/${path}`)).status).toBe(200);
      expect((await stranger.api.get(`groups/${group.id}/${path}`)).status).toBe(404);
      expect((await app.anonymous.get(`groups/${open.id}/${path}`)).status).toBe(401);
    }
  });
});

describe('POST /projects/:id/members and /groups/:id/members', () => {
  it('takes the user as number, text, list or commas', async () => {
    for (const container of containers()) {
      for (const userId of [
        (id: number) => id,
        (id: number) => String(id),
        (id: number) => [id],
        (id: number) => [String(id)],
        (id: number) => `${id},`,
      ]) {
        const user = await aUser(app);
        expect(
          await owner.api.post(`${container}/members`, { user_id: userId(user.id), access_level: '20' }),
        ).toMatchObject({
          status: 201,
          body: { id: user.id, access_level: 20, expires_at: null },
        });
      }
    }
  });

  it('tries each of several and tells what went wrong by name or id', async () => {
    for (const container of containers()) {
      const [a, b, c] = [await aUser(app), await aUser(app), await aUser(app)];
      expect(
        await owner.api.post(`${container}/members`, { user_id: `${a.id}, ${b.id}`, access_level: 20 }),
      ).toMatchObject({
        status: 201,
        text: '{"status":"success"}',
      });
      const mixed = await owner.api.post(`${container}/members`, { user_id: [a.id, c.id, 999_999], access_level: 20 });
      expect(mixed).toMatchObject({
        status: 201,
        body: {
          status: 'error',
          message: { [a.username]: 'Member already exists', 999999: expect.stringMatching(/Not Found/) },
        },
      });
      expect((await owner.api.get(`${container}/members/${c.id}`)).status).toBe(200);
    }
  });

  it('explains why one of several stays below an inherited level', async () => {
    const [group, other] = [await aGroup(owner.api), await aUser(app)];
    const inheriting = await aMember(app, { group }, 40);
    const project = await aProject(owner.api, { namespace_id: group.id });

    const answer = await owner.api.post(`projects/${project.id}/members`, {
      user_id: [inheriting.id, other.id],
      access_level: 20,
    });
    expect(answer.body).toEqual({
      status: 'error',
      message: { [inheriting.username]: 'should be at least the inherited Maintainer' },
    });
  });

  it.each([
    [{}, missing('user_id')],
    [{ access_level: 10 }, missing('user_id')],
    [{ user_id: '', access_level: 10 }, missing('user_id')],
    [{ user_id: 1 }, missing('access_level')],
    [{ user_id: [], access_level: 10 }, bad('user_id', "can't be blank")],
    [{ user_id: 'x', access_level: 10 }, bad('user_id', 'is invalid')],
    [{ user_id: '1,x', access_level: 10 }, bad('user_id', 'is invalid')],
    [{ user_id: 1, access_level: 15 }, bad('access_level', 'does not have a valid value')],
    [{ user_id: 1, access_level: 0 }, bad('access_level', 'does not have a valid value')],
    [{ user_id: 1, access_level: 'owner' }, bad('access_level', 'does not have a valid value')],
    [{ user_id: 1, access_level: 10, expires_at: 'x' }, bad('expires_at', 'is invalid')],
    [{ user_id: 1, access_level: 10, expires_at: day(0) }, bad('expires_at', 'must be in the future')],
    [{ user_id: 999_999, access_level: 10 }, NO_USER],
    [{ user_id: '9223372036854775807', access_level: 10 }, NO_USER],
  ])('refuses %j', async (fields, answer) => {
    for (const container of containers()) {
      expect(await owner.api.post(`${container}/members`, fields)).toMatchObject(answer);
    }
  });

  it('refuses a direct member, a level below the inherited, and system accounts', async () => {
    const inherited = await aMember(app, { group }, 30);
    const direct = await aMember(app, { project }, 20);

    expect(
      await owner.api.post(`projects/${project.id}/members`, { user_id: direct.id, access_level: 20 }),
    ).toMatchObject({
      status: 409,
      text: '{"message":"Member already exists"}',
    });
    const tooLow = { user_id: inherited.id, access_level: 20 };
    expect(await owner.api.post(`projects/${project.id}/members`, tooLow)).toMatchObject(
      bad('access_level', 'should be at least the inherited Developer'),
    );
    expect(
      (await owner.api.post(`projects/${project.id}/members`, { user_id: inherited.id, access_level: 30 })).status,
    ).toBe(201);
    expect(await owner.api.post(`projects/${project.id}/members`, tooLow)).toMatchObject({
      status: 409,
      text: '{"message":"Member already exists"}',
    });
    const [ghost] = await app.sql<{ id: number }>(`select id::int from users where username = 'ghost'`);
    expect(
      await owner.api.post(`projects/${project.id}/members`, { user_id: ghost!.id, access_level: 20 }),
    ).toMatchObject(NO_USER);
  });

  it('requires Maintainer of a project and Owner of a group, up to the own level', async () => {
    const user = await aUser(app);
    for (const level of [10, 20, 30]) {
      const { api } = await aMember(app, { project }, level);
      expect(await api.post(`projects/${project.id}/members`, {})).toMatchObject(FORBIDDEN);
    }
    for (const level of [10, 20, 30, 40]) {
      const { api } = await aMember(app, { group }, level);
      expect(await api.post(`groups/${group.id}/members`, {})).toMatchObject(FORBIDDEN);
    }
    const maintainer = await aMember(app, { project }, 40);
    expect(
      await maintainer.api.post(`projects/${project.id}/members`, { user_id: user.id, access_level: 50 }),
    ).toMatchObject(FORBIDDEN);
    expect(
      (await maintainer.api.post(`projects/${project.id}/members`, { user_id: user.id, access_level: 40 })).status,
    ).toBe(201);
    const stranger = await aUser(app);
    expect((await stranger.api.post(`projects/${project.id}/members`, {})).status).toBe(404);
    expect((await app.anonymous.post(`projects/${project.id}/members`, {})).status).toBe(401);
  });
});

describe('PUT /projects/:id/members/:user_id and /groups/:id/members/:user_id', () => {
  it('takes a level and an expiry, which stays unless sent', async () => {
    for (const container of containers()) {
      const user = await aUser(app);
      await owner.api.post(`${container}/members`, { user_id: user.id, access_level: 20, expires_at: day(5) });
      const change = (fields: object) => owner.api.put(`${container}/members/${user.id}`, fields);

      expect(await change({ access_level: 30 })).toMatchObject({
        status: 200,
        body: { access_level: 30, expires_at: day(5) },
      });
      expect((await change({ access_level: 30, expires_at: day(6) })).body.expires_at).toBe(day(6));
      expect((await change({ access_level: 30, expires_at: null })).body.expires_at).toBeNull();
      await change({ access_level: 30, expires_at: day(6) });
      expect((await change({ access_level: 30, expires_at: '' })).body.expires_at).toBeNull();
      const form = new URLSearchParams({ access_level: '30', expires_at: '' });
      await change({ access_level: 30, expires_at: day(6) });
      expect((await change(form)).body.expires_at).toBeNull();
      expect(await change({})).toMatchObject(missing('access_level'));
      expect(await change({ access_level: 7 })).toMatchObject(bad('access_level', 'does not have a valid value'));
      expect(await change({ access_level: 10, expires_at: day(-1) })).toMatchObject(
        bad('expires_at', 'must be in the future'),
      );
      expect(await owner.api.put(`${container}/members/999999`, { access_level: 10 })).toMatchObject(NO_MEMBER);
    }
  });

  it('is refused to Maintainers for an Owner, and for a level above their own', async () => {
    const [maintainer, boss, developer] = [
      await aMember(app, { project }, 40),
      await aMember(app, { project }, 50),
      await aMember(app, { project }, 30),
    ];
    expect(await maintainer.api.put(`projects/${project.id}/members/${boss.id}`, { access_level: 30 })).toMatchObject(
      FORBIDDEN,
    );
    expect(await maintainer.api.delete(`projects/${project.id}/members/${boss.id}`)).toMatchObject(FORBIDDEN);
    expect(
      await maintainer.api.put(`projects/${project.id}/members/${developer.id}`, { access_level: 50 }),
    ).toMatchObject(FORBIDDEN);
    expect(
      (await maintainer.api.put(`projects/${project.id}/members/${developer.id}`, { access_level: 40 })).status,
    ).toBe(200);
    expect(
      (await maintainer.api.put(`projects/${project.id}/members/${maintainer.id}`, { access_level: 20 })).status,
    ).toBe(200);
  });

  it('takes effect with the next request', async () => {
    const member = await aMember(app, { project }, 40);
    expect((await member.api.put(`projects/${project.id}`, { name: 'a' })).status).toBe(200);
    await owner.api.put(`projects/${project.id}/members/${member.id}`, { access_level: 10 });
    expect((await member.api.put(`projects/${project.id}`, { name: 'b' })).status).toBe(403);
    await owner.api.delete(`projects/${project.id}/members/${member.id}`);
    expect((await member.api.get(`projects/${project.id}`)).status).toBe(404);
  });
});

describe('DELETE /projects/:id/members/:user_id and /groups/:id/members/:user_id', () => {
  it('is for those who manage members, and for the member itself', async () => {
    for (const container of containers()) {
      const of = container.startsWith('projects') ? { project } : { group };
      const [a, b, developer] = [await aMember(app, of, 10), await aMember(app, of, 10), await aMember(app, of, 30)];

      expect(await developer.api.delete(`${container}/members/${a.id}`)).toMatchObject(FORBIDDEN);
      expect(
        await a.api.delete(`${container}/members/${a.id}`, { skip_subresources: true, unassign_issuables: true }),
      ).toMatchObject({
        status: 204,
        text: '',
      });
      expect((await owner.api.delete(`${container}/members/${b.id}?skip_subresources=false`)).status).toBe(204);
      expect(await owner.api.delete(`${container}/members/${b.id}`)).toMatchObject(NO_MEMBER);
    }
  });

  it('checks the right before conditions', async () => {
    const stale = { headers: { 'If-Match': '"other"' } };
    for (const container of containers()) {
      const [member, other] = [await aUser(app), await aUser(app)];
      for (const { id } of [member, other]) {
        await owner.api.post(`${container}/members`, { user_id: id, access_level: 30 });
      }

      expect((await member.api.delete(`${container}/members/${other.id}`, undefined, stale)).status).toBe(403);
      expect((await other.api.delete(`${container}/members/${other.id}`, undefined, stale)).status).toBe(412);
      expect((await other.api.delete(`${container}/members/${other.id}`)).status).toBe(204);
    }
  });
});

describe('PUT and DELETE /groups/:id/members/:user_id of the last direct Owner', () => {
  it('refuse removal, a lower level and an expiry, until there is another Owner', async () => {
    const container = `groups/${group.id}/members`;
    for (const api of [owner.api, app.admin]) {
      expect(await api.delete(`${container}/${owner.id}`)).toMatchObject(LAST_OWNER);
      expect(await api.put(`${container}/${owner.id}`, { access_level: 40 })).toMatchObject(LAST_OWNER);
      expect(await api.put(`${container}/${owner.id}`, { access_level: 50, expires_at: day(9) })).toMatchObject(
        LAST_OWNER,
      );
      expect((await api.put(`${container}/${owner.id}`, { access_level: 50 })).status).toBe(200);
    }
    const temporary = await aUser(app);
    await owner.api.post(container, { user_id: temporary.id, access_level: 50, expires_at: day(9) });
    expect(await owner.api.delete(`${container}/${owner.id}`)).toMatchObject(LAST_OWNER);
    const second = await aMember(app, { group }, 50);
    expect((await owner.api.delete(`${container}/${owner.id}`)).status).toBe(204);
    expect(await second.api.delete(`${container}/${second.id}`)).toMatchObject(LAST_OWNER);
  });

  it('are allowed in subgroups', async () => {
    const sub = await aGroup((await aMember(app, { group }, 40)).api, { parent_id: group.id });
    const [member] = (await owner.api.get(`groups/${sub.id}/members`)).body as { id: number }[];

    expect((await owner.api.delete(`groups/${sub.id}/members/${member!.id}`)).status).toBe(204);
  });
});

describe('an expired membership', () => {
  it('gives no rights from 00:00 UTC of its day, and is replaced by a new one', async () => {
    for (const container of containers()) {
      const user = await aUser(app);
      await owner.api.post(`${container}/members`, { user_id: user.id, access_level: 30, expires_at: day(2) });
      expect((await user.api.get(container)).status).toBe(200);

      await app.sql('update members set expires_at = $1 where user_id = $2', [day(0), user.id]);
      expect((await user.api.get(container)).status).toBe(404);
      expect(await owner.api.get(`${container}/members/${user.id}`)).toMatchObject(NO_MEMBER);
      expect(await idsOf(owner.api, `${container}/members/all`)).not.toContain(user.id);
      expect((await owner.api.post(`${container}/members`, { user_id: user.id, access_level: 10 })).status).toBe(201);
    }
  });
});

describe('the sweep of expired memberships', () => {
  it('removes them, and tells the audit log', async () => {
    const user = await aUser(app);
    for (const container of containers()) {
      await owner.api.post(`${container}/members`, { user_id: user.id, access_level: 30, expires_at: day(2) });
    }
    await app.sql('update members set expires_at = $1 where user_id = $2', [day(0), user.id]);

    await app.app.get(SweepMembersJob).perform();

    expect(await app.sql('select 1 from members where user_id = $1', [user.id])).toEqual([]);
    const removal = { author_name: 'System', remove: 'user_access', target_details: user.username };
    expect((await owner.api.get(`groups/${group.id}/audit_events?per_page=2`)).body).toMatchObject([
      { author_id: 0, entity_type: 'Group', entity_id: group.id, details: removal },
      { author_id: 0, entity_type: 'Project', entity_id: project.id, details: removal },
    ]);
  });
});

describe('GET /projects/:id/members/all/:user_id and /groups/:id/members/all/:user_id', () => {
  it('answers the highest level of project and groups above', async () => {
    const sub = await aGroup(owner.api, { parent_id: group.id });
    const deep = await aProject(owner.api, { namespace_id: sub.id });
    const user = await aUser(app);
    const mayWrite = async () => (await user.api.put(`projects/${deep.id}`, { description: unique('d') })).status;

    await owner.api.post(`groups/${group.id}/members`, { user_id: user.id, access_level: 20 });
    expect(await mayWrite()).toBe(403);
    await owner.api.post(`projects/${deep.id}/members`, { user_id: user.id, access_level: 30 });
    expect(await mayWrite()).toBe(403);
    await owner.api.post(`groups/${sub.id}/members`, { user_id: user.id, access_level: 40 });
    expect(await mayWrite()).toBe(200);
    expect((await user.api.get(`projects/${deep.id}/members/all/${user.id}`)).body.access_level).toBe(40);
  });
});
