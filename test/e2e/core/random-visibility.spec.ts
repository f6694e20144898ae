import { aUser } from '../../builders/records.js';
import type { ApiClient } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

/** More open projects than a list reads by their ids, and fewer that somebody sees by membership. */
const PROJECTS = 3_000;
const GROUPS = 400;
const FIRST_ID = 1_000_000;
const SEED = 20_261;
const VISIBILITIES = ['private', 'private', 'internal', 'public'] as const;
const LEVELS = [10, 20, 30, 40, 50] as const;

interface Group {
  readonly id: number;
  readonly ancestors: readonly number[];
  readonly path: string;
  readonly visibility: string;
  readonly pending: boolean;
}

interface Project {
  readonly id: number;
  readonly group: Group;
  readonly name: string;
  readonly visibility: string;
  readonly archived: boolean;
  readonly pending: boolean;
  readonly minutes: number;
}

interface Membership {
  readonly userId: number;
  readonly container: Group | Project;
  readonly level: number;
  readonly isExpired: boolean;
}

interface Caller {
  readonly api: ApiClient;
  readonly userId: number;
  readonly isAdmin: boolean;
  readonly seesInternal: boolean;
}

let app: TestApp;
const callers = new Map<string, Caller>();
const groups: Group[] = [];
const projects: Project[] = [];
const memberships: Membership[] = [];

/** The same numbers in each run: a linear congruential generator. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const isProject = (container: Group | Project): container is Project => 'group' in container;

/** The plain definition (contract: conventions §8, core §7). */
function levelOf(userId: number, container: Group | Project): number {
  const own = isProject(container) ? container.group : container;
  const groupIds = new Set([own.id, ...own.ancestors]);
  const levels = memberships
    .filter((one) => one.userId === userId && !one.isExpired)
    .filter((one) => one.container === container || (!isProject(one.container) && groupIds.has(one.container.id)))
    .map(({ level }) => level);
  return Math.max(0, ...levels);
}

function isSeen({ userId, isAdmin, seesInternal }: Caller, container: Group | Project): boolean {
  if (container.pending) {
    return false;
  }
  const isOpen = container.visibility === 'public' || (container.visibility === 'internal' && seesInternal);
  return isAdmin || isOpen || levelOf(userId, container) > 0;
}

beforeAll(async () => {
  app = await startApp({ jobs: false });
  const next = numbersFrom(SEED);
  const pick = <T>(values: readonly T[]): T => values[next(values.length)]!;
  const people = [await aUser(app), await aUser(app), await aUser(app), await aUser(app, { external: true })];
  const [heavy, light, nobody, external] = people as [
    (typeof people)[0],
    (typeof people)[0],
    (typeof people)[0],
    (typeof people)[0],
  ];
  const entry = (person: (typeof people)[0], seesInternal = true) => ({
    api: person.api,
    userId: person.id,
    isAdmin: false,
    seesInternal,
  });
  callers.set('a member of many', entry(heavy));
  callers.set('a member of few', entry(light));
  callers.set('a member of nothing', entry(nobody));
  callers.set('an external member', entry(external, false));
  callers.set('anybody', { api: app.anonymous, userId: 0, isAdmin: false, seesInternal: false });
  callers.set('an administrator', { api: app.admin, userId: 1, isAdmin: true, seesInternal: true });

  for (let index = 0; index < GROUPS; index++) {
    const parent = index > 10 && next(4) > 0 ? pick(groups) : undefined;
    const depth = parent ? parent.ancestors.length + 1 : 0;
    const above = parent && depth < 8 ? parent : undefined;
    groups.push({
      id: FIRST_ID + index,
      ancestors: above ? [...above.ancestors, above.id] : [],
      path: `${above ? `${above.path}/` : ''}g${index}`,
      visibility: pick(VISIBILITIES),
      pending: next(40) === 0,
    });
  }
  for (let index = 0; index < PROJECTS; index++) {
    projects.push({
      id: FIRST_ID + index,
      group: pick(groups),
      name: `p${index % 7}-${index}`,
      visibility: pick(VISIBILITIES),
      archived: next(10) === 0,
      pending: next(40) === 0,
      minutes: next(5_000),
    });
  }
  const taken = new Set<string>();
  const join = (userId: number, container: Group | Project) => {
    const key = `${userId} ${isProject(container) ? 'p' : 'g'} ${container.id}`;
    if (!taken.has(key)) {
      taken.add(key);
      memberships.push({ userId, container, level: pick(LEVELS), isExpired: next(5) === 0 });
    }
  };
  for (let count = 0; count < 150; count++) {
    join(heavy.id, pick(groups));
    join(heavy.id, pick(projects));
  }
  for (let count = 0; count < 4; count++) {
    join(light.id, pick(groups));
    join(light.id, pick(projects));
    join(external.id, pick(groups));
    join(external.id, pick(projects));
  }
  await seed();
});
afterAll(() => app.close());

async function seed(): Promise<void> {
  await app.sql(
    `insert into namespaces (id, kind, name, path, parent_id, traversal_ids)
     select g.id, 'group', 'n' || g.id, split_part(g.path, '/', -1), g.parent, g.ids
     from jsonb_to_recordset($1) as g (id bigint, path text, parent bigint, ids bigint[])`,
    [
      JSON.stringify(
        groups.map(({ id, path, ancestors }) => ({ id, path, parent: ancestors.at(-1), ids: [...ancestors, id] })),
      ),
    ],
  );
  await app.sql(
    `insert into groups (id, visibility, pending_delete)
     select g.id, g.visibility, g.pending from jsonb_to_recordset($1) as g (id bigint, visibility text, pending boolean)`,
    [JSON.stringify(groups)],
  );
  await app.sql(
    `insert into projects (id, namespace_id, name, path, visibility, archived, pending_delete, created_at, updated_at, last_activity_at)
     select p.id, p."groupId", p.name, p.name, p.visibility, p.archived, p.pending, t.moment, t.moment, t.moment
     from jsonb_to_recordset($1) as p (id bigint, "groupId" bigint, name text, visibility text, archived boolean, pending boolean, minutes integer),
       lateral (select now() - p.minutes * interval '1 minute' as moment) t`,
    [JSON.stringify(projects.map(({ group, ...project }) => ({ ...project, groupId: group.id })))],
  );
  await app.sql(
    `insert into routes (path, namespace_id)
     select g.path, g.id from jsonb_to_recordset($1) as g (id bigint, path text)`,
    [JSON.stringify(groups)],
  );
  await app.sql(
    `insert into routes (path, project_id)
     select p.path, p.id from jsonb_to_recordset($1) as p (id bigint, path text)`,
    [JSON.stringify(projects.map(({ id, name, group }) => ({ id, path: `${group.path}/${name}` })))],
  );
  await app.sql(
    `insert into members (project_id, group_id, user_id, level, expires_at)
     select m."projectId", m."groupId", m."userId", m.level, case when m."isExpired" then current_date - 1 end
     from jsonb_to_recordset($1) as m ("projectId" bigint, "groupId" bigint, "userId" bigint, level integer, "isExpired" boolean)`,
    [
      JSON.stringify(
        memberships.map(({ container, ...membership }) => ({
          ...membership,
          ...(isProject(container) ? { projectId: container.id } : { groupId: container.id }),
        })),
      ),
    ],
  );
  await app.sql('analyze');
}

/** The ids of all pages, in order, and the total that the first one told. */
async function everyId(api: ApiClient, path: string): Promise<{ ids: number[]; total: string | undefined }> {
  const ids: number[] = [];
  let total: string | undefined;
  let link: string | undefined = `${path}${path.includes('?') ? '&' : '?'}per_page=100`;
  while (link !== undefined) {
    const answer = await api.get(link);
    expect(answer.status).toBe(200);
    ids.push(...(answer.body as { id: number }[]).map(({ id }) => id));
    total ??= answer.headers.get('x-total') ?? undefined;
    const next = /<[^>]*\/api\/v4\/([^>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '');
    link = next?.[1];
  }
  return { ids: ids.filter((id) => id >= FIRST_ID), total };
}

const ascending = (ids: readonly number[]): number[] => [...ids].sort((one, other) => one - other);

const CALLERS = [
  'a member of many',
  'a member of few',
  'a member of nothing',
  'an external member',
  'anybody',
  'an administrator',
] as const;
const SIGNED_IN = CALLERS.filter((name) => name !== 'anybody' && name !== 'an administrator');

describe('GET /projects', () => {
  it.each(CALLERS)('lists what %s sees by the plain definition, once each, in every order', async (name) => {
    const caller = callers.get(name)!;
    const seen = ascending(projects.filter((project) => isSeen(caller, project)).map(({ id }) => id));

    for (const order of ['', '?order_by=name&sort=asc']) {
      const { ids, total } = await everyId(caller.api, `projects${order}`);
      expect(ascending(ids)).toEqual(seen);
      expect(Number(total)).toBe(seen.length);
    }
    const { ids } = await everyId(caller.api, 'projects?pagination=keyset&order_by=id&sort=asc');
    expect(ids).toEqual(seen);
  });

  it.each(CALLERS)('filters what %s sees', async (name) => {
    const caller = callers.get(name)!;
    const seen = projects.filter((project) => isSeen(caller, project));
    const filters: readonly (readonly [string, (project: Project) => boolean])[] = [
      ['archived=true', ({ archived }) => archived],
      ['visibility=private', ({ visibility }) => visibility === 'private'],
      ['visibility=internal', ({ visibility }) => visibility === 'internal'],
      ['visibility=public', ({ visibility }) => visibility === 'public'],
      ['search=p3-1', ({ name: text }) => text.includes('p3-1')],
      ['search=p3-1&archived=true', ({ name: text, archived }) => archived && text.includes('p3-1')],
      ['search=no-such-name', () => false],
    ];
    for (const [query, matches] of filters) {
      const { ids, total } = await everyId(caller.api, `projects?${query}`);
      expect(ascending(ids)).toEqual(ascending(seen.filter(matches).map(({ id }) => id)));
      expect(Number(total)).toBe(ids.length);
    }
  });

  it.each(SIGNED_IN)('lists where %s has a level', async (name) => {
    const caller = callers.get(name)!;
    for (const [query, least] of [
      ['membership=true', 10],
      ['owned=true', 50],
      ['min_access_level=30', 30],
    ] as const) {
      const wanted = projects.filter((project) => !project.pending && levelOf(caller.userId, project) >= least);
      const { ids } = await everyId(caller.api, `projects?${query}`);
      expect(ascending(ids)).toEqual(ascending(wanted.map(({ id }) => id)));
    }
  });
});

describe('GET /groups', () => {
  it.each(CALLERS)('lists what %s sees by the plain definition, ordered by name', async (name) => {
    const caller = callers.get(name)!;
    const seen = groups.filter((group) => isSeen(caller, group));
    const { ids, total } = await everyId(caller.api, 'groups');
    expect(ids).toEqual(ascending(seen.map(({ id }) => id))); // their names follow their ids
    expect(Number(total)).toBe(seen.length);

    for (const asked of VISIBILITIES) {
      const wanted = seen.filter(({ visibility }) => visibility === asked).map(({ id }) => id);
      expect((await everyId(caller.api, `groups?visibility=${asked}`)).ids).toEqual(ascending(wanted));
    }
    const found = await everyId(caller.api, `groups?search=n${FIRST_ID + 10}`);
    expect(found.ids).toEqual(
      seen.filter(({ id }) => String(id).startsWith(String(FIRST_ID + 10))).map(({ id }) => id),
    );
  });

  it.each(SIGNED_IN)('lists where %s has a level', async (name) => {
    const caller = callers.get(name)!;
    for (const [query, least] of [
      ['owned=true', 50],
      ['min_access_level=30', 30],
    ] as const) {
      const wanted = groups.filter((group) => !group.pending && levelOf(caller.userId, group) >= least);
      expect((await everyId(caller.api, `groups?${query}`)).ids).toEqual(ascending(wanted.map(({ id }) => id)));
    }
  });
});

describe('GET /groups/:id/projects, /groups/:id/subgroups and /groups/:id/descendant_groups', () => {
  it.each(CALLERS)('list what %s sees below a group', async (name) => {
    const caller = callers.get(name)!;
    const tops = groups.filter((group) => group.ancestors.length === 0 && isSeen(caller, group)).slice(0, 4);
    for (const top of tops) {
      const below = groups.filter(({ ancestors }) => ancestors.includes(top.id));
      const inside = new Set([top, ...below]);
      const expectIds = async (path: string, wanted: readonly (Group | Project)[]) => {
        const { ids } = await everyId(caller.api, `groups/${top.id}/${path}`);
        expect(ascending(ids)).toEqual(ascending(wanted.filter((one) => isSeen(caller, one)).map(({ id }) => id)));
      };
      await expectIds(
        'projects',
        projects.filter(({ group }) => group === top),
      );
      await expectIds(
        'projects?include_subgroups=true',
        projects.filter(({ group }) => inside.has(group)),
      );
      await expectIds(
        'subgroups',
        below.filter(({ ancestors }) => ancestors.at(-1) === top.id),
      );
      await expectIds('descendant_groups', below);
    }
  });
});
