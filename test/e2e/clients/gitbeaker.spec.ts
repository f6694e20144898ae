import {
  GitbeakerRequestError,
  GroupAccessTokens,
  GroupMembers,
  Groups,
  Namespaces,
  PersonalAccessTokens,
  ProjectAccessTokens,
  ProjectMembers,
  Projects,
  UserImpersonationTokens,
  Users,
} from '@gitbeaker/rest';
import { unique } from '../../builders/records.js';
import { ADMIN_TOKEN, startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { day } from '../../support/times.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** The client's resources as one caller. */
const as = (credential: { token: string } | { oauthToken: string }, sudo?: string | number) => {
  const options = { host: app.url, ...credential, ...(sudo === undefined ? {} : { sudo }) };
  return {
    users: new Users(options),
    groups: new Groups(options),
    projects: new Projects(options),
    groupMembers: new GroupMembers(options),
    projectMembers: new ProjectMembers(options),
    tokens: new PersonalAccessTokens(options),
    impersonation: new UserImpersonationTokens(options),
    projectTokens: new ProjectAccessTokens(options),
    groupTokens: new GroupAccessTokens(options),
    namespaces: new Namespaces(options),
  };
};
const admin = (sudo?: string | number) => as({ token: ADMIN_TOKEN }, sudo);
const inTwoDays = day(2);

async function aPerson() {
  const username = unique('client');
  const { users } = admin();
  const user = await users.create({
    username,
    name: 'A Client',
    email: `${username}@example.com`,
    password: 'long-enough',
  });
  const { token } = await users.createPersonalAccessToken(user.id, 'own', ['api']);
  return { id: user.id, username, token, api: as({ token }) };
}

/** The client promises nothing where the service answers something. */
const answerOf = (call: Promise<unknown>): Promise<unknown> => call;

/** The error that the client throws for a refusal. */
async function refusalOf(call: Promise<unknown>): Promise<{ status: number; description: string }> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof GitbeakerRequestError)) {
    throw new Error(`No refusal: ${String(error)}`);
  }
  const { cause } = error as { cause?: { description: string; response: Response } };
  return { status: cause!.response.status, description: cause!.description };
}

describe('@gitbeaker/rest, unchanged', () => {
  it('finds its user by a private token and by a bearer token', async () => {
    const person = await aPerson();

    expect(await person.api.users.showCurrentUser()).toMatchObject({ id: person.id, username: person.username });
    expect(await as({ oauthToken: person.token }).users.showCurrentUser()).toMatchObject({ id: person.id });
  });

  it('manages users, with PUT as multipart', async () => {
    const { users } = admin();
    const person = await aPerson();

    expect(await users.show(person.id)).toMatchObject({ id: person.id, is_admin: false });
    expect(await users.edit(person.id, { bio: 'Über mich', external: true })).toMatchObject({
      bio: 'Über mich',
      external: true,
    });
    expect(await users.all({ username: person.username })).toMatchObject([{ id: person.id }]);
    expect(await answerOf(users.block(person.id))).toBe(true);
    expect(await refusalOf(person.api.users.showCurrentUser())).toEqual({
      status: 403,
      description: '403 Forbidden - Your account has been blocked.',
    });
    expect(await answerOf(users.unblock(person.id))).toBe(true);
    await users.remove(person.id);
    expect(await refusalOf(users.show(person.id))).toEqual({ status: 404, description: '404 User Not Found' });
  });

  it('manages groups, projects and members', async () => {
    const [owner, member] = [await aPerson(), await aPerson()];
    const { groups, projects, groupMembers, projectMembers, namespaces } = owner.api;
    const group = await groups.create('The Group', unique('group'), { visibility: 'public' });
    const sub = await groups.create('Sub', 'sub', { parentId: group.id });
    const project = await projects.create({
      name: 'The Project',
      namespaceId: sub.id,
      topics: ['a', 'b'],
      publicBuilds: false,
    });
    const path = `${group.full_path}/sub/the-project`;

    expect(project).toMatchObject({ path_with_namespace: path, topics: ['a', 'b'], public_jobs: false });
    expect(await projects.show(path)).toMatchObject({ id: project.id, created_at: expect.stringMatching(/Z$/) });
    expect(await projects.edit(path, { description: 'changed', buildTimeout: 700 })).toMatchObject({
      description: 'changed',
      build_timeout: 700,
    });
    expect(await groups.edit(group.id, { description: 'g' })).toMatchObject({ description: 'g' });
    expect(await groups.show(`${group.full_path}/sub`, { withProjects: true })).toMatchObject({
      id: sub.id,
      projects: [{ id: project.id }],
    });
    expect(await groups.allSubgroups(group.id)).toMatchObject([{ id: sub.id }]);
    expect(await groups.allProjects(group.id, { includeSubgroups: true })).toMatchObject([{ id: project.id }]);
    expect(await projects.allUsers(project.id)).toMatchObject([{ id: owner.id }]);
    expect((await namespaces.show(group.full_path)).id).toBe(group.id);

    expect(await groupMembers.add(group.id, 20, { userId: member.id })).toMatchObject({
      id: member.id,
      access_level: 20,
    });
    expect(await projectMembers.add(project.id, 30, { userId: String(member.id) })).toMatchObject({
      access_level: 30,
    });
    expect(await projectMembers.edit(project.id, member.id, 40, { expiresAt: inTwoDays })).toMatchObject({
      access_level: 40,
      expires_at: inTwoDays,
    });
    expect(await projectMembers.all(project.id)).toHaveLength(1);
    expect(await projectMembers.all(project.id, { includeInherited: true })).toHaveLength(2);
    expect(await projectMembers.show(project.id, member.id, { includeInherited: true })).toMatchObject({
      access_level: 40,
    });
    await projectMembers.remove(project.id, member.id);
    expect(await projects.archive(project.id)).toMatchObject({ archived: true });
    expect(await projects.unarchive(project.id)).toMatchObject({ archived: false });
    expect(await answerOf(projects.remove(project.id))).toMatchObject({ message: '202 Accepted' });
    expect(await answerOf(groups.remove(group.id))).toMatchObject({ message: '202 Accepted' });
    expect(await refusalOf(groups.show(group.id))).toEqual({ status: 404, description: '404 Group Not Found' });
  });

  it('manages tokens of every kind', async () => {
    const owner = await aPerson();
    const group = await owner.api.groups.create('G', unique('group'));
    const project = await owner.api.projects.create({ name: unique('project') });

    const personal = await admin().tokens.create(owner.id, 'laptop', ['read_api', 'read_user'], {
      expiresAt: inTwoDays,
    });
    expect(personal).toMatchObject({ name: 'laptop', scopes: ['read_api', 'read_user'], expires_at: inTwoDays });
    const self = as({ token: personal.token });
    expect(await self.tokens.show()).toMatchObject({ id: personal.id, active: true });
    const rotated = await owner.api.tokens.rotate(personal.id);
    expect(await as({ token: rotated.token }).users.showCurrentUser()).toMatchObject({ id: owner.id });
    expect(await refusalOf(self.users.showCurrentUser())).toEqual({ status: 401, description: 'invalid_token' });
    await owner.api.tokens.remove({ tokenId: rotated.id });

    const impersonation = await admin().impersonation.create(owner.id, 'support', ['api']);
    expect(await admin().impersonation.all(owner.id, { state: 'active' })).toMatchObject([{ id: impersonation.id }]);
    await admin().impersonation.revoke(owner.id, impersonation.id);

    for (const [tokens, id] of [
      [owner.api.projectTokens, project.id],
      [owner.api.groupTokens, group.id],
    ] as const) {
      const token = await tokens.create(id, 'bot', ['api'], inTwoDays, { accessLevel: 30 });
      expect(await as({ token: token.token }).users.showCurrentUser()).toMatchObject({ name: 'bot', bot: true });
      const next = await tokens.rotate(id, token.id);
      expect(await tokens.all(id)).toMatchObject([{ id: next.id, access_level: 30 }]);
      await tokens.revoke(id, next.id);
      expect(await tokens.all(id)).toEqual([]);
      expect(await refusalOf(tokens.show(id, next.id))).toEqual({ status: 404, description: '404 Token Not Found' });
    }
  });

  it('acts as others by sudo', async () => {
    const person = await aPerson();

    for (const who of [person.id, person.username, person.username.toUpperCase()]) {
      expect(await admin(who).users.showCurrentUser()).toMatchObject({ id: person.id });
    }
    expect(await admin().users.showCurrentUser({ sudo: person.id })).toMatchObject({ id: person.id });
    const group = await admin(person.id).groups.create('By sudo', unique('group'));
    expect(await person.api.groupMembers.all(group.id)).toMatchObject([{ id: person.id, access_level: 50 }]);
    expect(await refusalOf(as({ token: person.token }, 'root').users.showCurrentUser())).toEqual({
      status: 403,
      description: '403 Forbidden - Must be admin to use sudo',
    });
    expect(await refusalOf(admin('no-such-user').users.showCurrentUser())).toEqual({
      status: 404,
      description: "404 User with ID or username 'no-such-user' Not Found",
    });
  });

  it('reports the message of an error', async () => {
    const person = await aPerson();
    const { groups, projects, users, tokens } = person.api;

    expect(await refusalOf(as({ token: 'nonsense' }).users.showCurrentUser())).toEqual({
      status: 401,
      description: 'invalid_token',
    });
    expect(await refusalOf(groups.create('G', '-'))).toEqual({ status: 400, description: '{"path":["is invalid"]}' });
    expect(await refusalOf(projects.create({} as never))).toEqual({
      status: 400,
      description: '400 (Bad request) "name, path" not given',
    });
    expect(await refusalOf(users.create({ username: 'x' }))).toEqual({ status: 403, description: '403 Forbidden' });
    expect(await refusalOf(users.allActivities())).toEqual({ status: 404, description: '404 Not Found' });
    const { token } = await admin().tokens.create(person.id, 'narrow', ['read_user']);
    expect(await refusalOf(as({ token }).projects.all())).toEqual({ status: 403, description: 'insufficient_scope' });
    expect(await refusalOf(tokens.show({ tokenId: 1 }))).toEqual({ status: 404, description: '404 Token Not Found' });
  });

  it('pages 250 projects by offset and by keyset, none lost or doubled while others are made', async () => {
    const owner = await aPerson();
    const { projects } = owner.api;
    const makeSome = (count: number) =>
      Promise.all(Array.from({ length: count }, () => projects.create({ name: unique('page') })));
    for (let batch = 0; batch < 10; batch++) {
      await makeSome(25);
    }
    const old = (
      await app.sql<{ id: number }>('select id::int from projects where creator_id = $1 order by id', [owner.id])
    ).map(({ id }) => id);

    for (const options of [
      { pagination: 'offset', orderBy: 'id', sort: 'asc', perPage: 20 },
      { pagination: 'keyset', orderBy: 'id', sort: 'asc', perPage: 20 },
      { pagination: 'keyset', orderBy: 'id', sort: 'desc', perPage: 50 },
    ] as const) {
      const [found] = await Promise.all([projects.all({ membership: true, ...options } as never), makeSome(10)]);
      const ids = (found as { id: number }[]).map(({ id }) => id);
      expect(old).toHaveLength(250);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.filter((id) => id <= old.at(-1)!).sort((a, b) => a - b)).toEqual(old);
    }
    const expanded = await projects.all({
      pagination: 'offset',
      membership: true,
      perPage: 100,
      page: 2,
      showExpanded: true,
    });
    expect(expanded.paginationInfo).toMatchObject({
      total: 280,
      totalPages: 3,
      current: 2,
      next: 3,
      previous: 1,
      perPage: 100,
    });
  });
});
