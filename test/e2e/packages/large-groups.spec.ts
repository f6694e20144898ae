import { writeCursor } from '../../../src/common/pagination/cursor.js';
import { aPackage } from '../../builders/packages.js';
import { aGroup, aProject, aUser } from '../../builders/records.js';
import type { TestGroup, TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

/** More than are read by their ids, and than are sorted to find a page; fewer than are counted. */
const PACKAGES = 9000;
const PROJECTS = 6;
const TYPES = ['maven', 'npm', 'generic', 'helm'];
const TYPE_RANK = `array_position('{maven,npm,conan,nuget,pypi,composer,generic,golang,helm}'::text[], k.package_type)`;
const COLUMNS: Readonly<Record<string, string>> = {
  created_at: 'k.created_at',
  name: 'k.name',
  version: 'k.version',
  type: TYPE_RANK,
  project_path: 'r.path collate "C"',
};

let app: TestApp;
let owner: TestUser;
let group: TestGroup;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app);
  group = await aGroup(owner.api);
  const within = { namespace_id: group.id };
  const projects: TestProject[] = [];
  for (let count = 0; count < PROJECTS; count++) {
    projects.push(await aProject(owner.api, within));
  }
  await fill(projects);
  await fill([await aProject(owner.api)]);
  await app.sql('analyze packages');
});
afterAll(() => app.close());

/** Some without a version, hidden or failed; many at the same moment. The last project has most of them. */
const fill = (projects: readonly TestProject[]) =>
  app.sql(
    `insert into packages (project_id, package_type, name, name_key, version, version_key, status, created_at)
     select ($1::bigint[])[1 + least(i % 13, cardinality($1::bigint[]) - 1)], ($2::text[])[1 + i % 4], name, name, version, version,
       case i % 50 when 1 then 'hidden' when 2 then 'error' else 'default' end, now() - i / 7 * interval '1 minute'
     from (select i, 'package-' || i / 5 || case when i % 1000 = 7 then '-needle' else '' end as name,
       case when i % 40 = 3 then '' else '1.' || i % 5 || '.' || i end as version
       from generate_series(0, $3::int - 1) i) made`,
    [projects.map(({ id }) => id), TYPES, PACKAGES + 1000],
  );

async function expected(by: string, sort: string, condition: string): Promise<number[]> {
  const rows = await app.sql<{ id: string }>(
    `select k.id from packages k join projects p on p.id = k.project_id join routes r on r.project_id = k.project_id
     where p.namespace_id = $1 and k.version <> '' and ${condition} order by ${COLUMNS[by]} ${sort}, k.id ${sort}`,
    [group.id],
  );
  return rows.map(({ id }) => Number(id));
}

const LISTED = `k.status in ('default', 'error')`;
const FILTERS: readonly (readonly [query: string, condition: string])[] = [
  ['', LISTED],
  ['&package_type=npm', `${LISTED} and k.package_type = 'npm'`],
  ['&package_name=NEEDLE', `${LISTED} and k.name like '%needle%'`],
  ['&package_name=package', LISTED],
  ['&package_name=PACKage', LISTED],
  ['&package_name=_', 'false'],
  ['&package_name=-49', `${LISTED} and k.name like '%-49%'`],
  ['&status=hidden', `k.status = 'hidden'`],
  ['&status=error', `k.status = 'error'`],
];

/** Of the size of a page: one that holds fewer rows than there are projects, and one that holds more. */
const PAGES = [
  [3, 1],
  [1, 3],
  [100, 1],
  [100, 2],
  [100, 10],
  [100, 40],
  [100, 85],
  [100, 85],
  [50, 171],
  [100, 90],
] as const;
const ORDERS = Object.keys(COLUMNS).flatMap((by) => ['asc', 'desc'].map((sort) => [by, sort] as const));

describe('GET /groups/:id/packages of thousands of packages', () => {
  it.each(ORDERS)('answers the same pages as the whole list in order: %s %s', async (by, sort) => {
    for (const [query, condition] of FILTERS) {
      const all = await expected(by, sort, condition);
      for (const [size, page] of PAGES) {
        const path = `groups/${group.id}/packages?order_by=${by}&sort=${sort}&per_page=${size}&page=${page}${query}`;
        const { status, body, headers } = await owner.api.get(path);

        expect([query, status, headers.get('x-total')]).toEqual([query, 200, String(all.length)]);
        expect(idsOf(body)).toEqual(all.slice((page - 1) * size, page * size));
      }
    }
  });

  it.each(ORDERS)('walks the whole list by keyset: %s %s', async (by, sort) => {
    const all = await expected(by, sort, LISTED);
    const order = `pagination=keyset&order_by=${by}&sort=${sort}`;

    expect(await walk(`groups/${group.id}/packages?${order}&per_page=3`, 4)).toEqual(all.slice(0, 12));
    expect(await walk(`groups/${group.id}/packages?${order}&per_page=100`)).toEqual(all);
  });
});

describe('GET /groups/:id/packages far behind', () => {
  const LISTED_FIRST = `select k.id from packages k join projects p on p.id = k.project_id
    where p.namespace_id = $1 and k.version <> '' and ${LISTED}`;

  /** Copies of some, so that they stand everywhere in each order. */
  const addEach = (nth: number) =>
    app.sql(
      `insert into packages (project_id, package_type, name, name_key, version, version_key, status, created_at)
       select k.project_id, k.package_type, k.name, k.name_key || random(), k.version, k.version_key, k.status, k.created_at
       from packages k where k.id in (select n.id from (${LISTED_FIRST}) n where n.id % $2 = 0)`,
      [group.id, nth],
    );
  const removeEach = (nth: number) =>
    app.sql(`delete from packages k where k.id in (select n.id from (${LISTED_FIRST}) n where n.id % $2 = 1)`, [
      group.id,
      nth,
    ]);

  it.each(ORDERS)('answers what is there by now, when packages come and go before it: %s %s', async (by, sort) => {
    const pages = [84, 85, 86, 85];
    const changes = [() => addEach(400), () => removeEach(400), () => addEach(25), () => removeEach(27)];
    for (const change of [() => Promise.resolve(), ...changes]) {
      await change();
      const all = await expected(by, sort, LISTED);
      for (const page of pages) {
        const path = `groups/${group.id}/packages?order_by=${by}&sort=${sort}&per_page=100&page=${page}`;

        expect(idsOf((await owner.api.get(path)).body)).toEqual(all.slice((page - 1) * 100, page * 100));
      }
    }
  });
});

describe('GET /groups/:id/packages of a search that found thousands a moment ago', () => {
  it('answers the few that are left', async () => {
    const emptied = await aGroup(owner.api);
    const project = await aProject(owner.api, { namespace_id: emptied.id });
    await fill([project]);
    const found = () => owner.api.get(`groups/${emptied.id}/packages?package_name=package&per_page=2&sort=asc`);

    expect(Number((await found()).headers.get('x-total'))).toBeGreaterThan(PACKAGES);

    await app.sql(
      `delete from packages where project_id = $1 and name not in (
         select name from packages where project_id = $1 order by id limit 1)`,
      [project.id],
    );
    const { body, headers } = await found();
    const left = await app.sql<{ id: string }>(
      `select k.id from packages k where k.project_id = $1 and k.version <> '' and ${LISTED} order by k.created_at, k.id`,
      [project.id],
    );

    expect(headers.get('x-total')).toBe(String(left.length));
    expect(idsOf(body)).toEqual(left.slice(0, 2).map(({ id }) => Number(id)));
  });
});

describe('GET /groups/:id/packages with a cursor that was made by hand', () => {
  it.each(ORDERS)('shows nothing of other projects: %s %s', async (by, sort) => {
    const within = new Set(await expected('created_at', 'asc', 'true'));
    for (const value of [null, '', '2999-01-01T00:00:00Z', 5]) {
      const cursor = writeCursor(by, { value, id: 999_999_999 });
      const order = `pagination=keyset&order_by=${by}&sort=${sort}&per_page=100`;
      const { status, body } = await owner.api.get(`groups/${group.id}/packages?${order}&cursor=${cursor}`);

      expect([200, 400]).toContain(status);
      expect(status === 200 ? idsOf(body).filter((id) => !within.has(id)) : []).toEqual([]);
    }
  });
});

const idsOf = (body: readonly { readonly id: number }[]): number[] => body.map(({ id }) => id);

/** The ids of the first pages, or of all. */
async function walk(path: string, pages = Infinity): Promise<number[]> {
  const found: number[] = [];
  let next: string | undefined = path;
  for (let page = 0; next !== undefined && page < pages; page++) {
    const { body, headers } = await owner.api.get(next);
    found.push(...idsOf(body));
    next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  return found;
}

describe('GET /groups/:id/packages of thousands of projects', () => {
  it.each([
    ['few', 0],
    ['more than are looked for one after the other', 6000],
  ])('answers the same where %s projects of the instance have packages', async (_, others) => {
    const stranger = await aUser(app);
    const top = await aGroup(owner.api, { visibility: 'public' });
    const below = await aGroup(owner.api, { parent_id: top.id, visibility: 'public' });
    await fillWithProjects(below, 2100);
    const elsewhere = await aGroup(owner.api);
    await packagesInAll(await fillWithProjects(elsewhere, others));
    const within = { namespace_id: below.id };
    const [open, hidden, off, deleted] = [
      await aProject(owner.api, { ...within, visibility: 'public' }),
      await aProject(owner.api, within),
      await aProject(owner.api, { ...within, visibility: 'public', packages_enabled: false }),
      await aProject(owner.api, { ...within, visibility: 'public' }),
    ];
    const direct = await aProject(owner.api, { namespace_id: top.id });
    const [inOpen, inHidden, inDirect] = [
      await aPackage(app, open.id),
      await aPackage(app, hidden.id),
      await aPackage(app, direct.id),
    ];
    await aPackage(app, off.id);
    await aPackage(app, deleted.id, { status: 'pending_destruction' });
    const listed = async ({ api }: TestUser, rest = '') =>
      idsOf((await api.get(`groups/${top.id}/packages?order_by=created_at&sort=asc${rest}`)).body);

    expect(await listed(owner)).toEqual([inOpen, inHidden, inDirect]);
    expect(await listed(stranger)).toEqual([inOpen]);
    expect(await listed(owner, '&exclude_subgroups=true')).toEqual([inDirect]);
  });
});

/** Projects of nobody's interest, put straight into the database; answers their ids. */
async function fillWithProjects({ id }: TestGroup, count: number): Promise<readonly number[]> {
  const rows = await app.sql<{ id: number }>(
    `insert into projects (namespace_id, name, path, visibility, default_branch, creator_id)
     select $1, 'Project ' || i, 'project-' || i, 'public', 'main', $2 from generate_series(1, $3::int) i returning id`,
    [id, owner.id, count],
  );
  return rows.map((row) => row.id);
}

const packagesInAll = (projectIds: readonly number[]) =>
  app.sql(
    `insert into packages (project_id, package_type, name, name_key, version, version_key, status)
     select id, 'generic', 'tool', 'tool', '1.0', '1.0', 'default' from unnest($1::bigint[]) id`,
    [projectIds],
  );
