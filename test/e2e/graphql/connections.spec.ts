import { anAlertIntegration } from '../../builders/alerts.js';
import { aPackage } from '../../builders/packages.js';
import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { aStoredRepository, storeManyTags } from '../../builders/stored-images.js';
import { alertSender } from '../../support/alert-sender.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { dataOf } from './ask.js';

const ROWS = 12;
const PAGE = 5;

let app: TestApp;
let owner: TestUser;
let project: TestProject;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app);
  project = await aProject(owner.api);
  const { id } = await aStoredRepository(app, project.id, 'tagged');
  await storeManyTags(app, id, ROWS);
  const send = alertSender(await anAlertIntegration(owner.api, project.id));
  for (let row = 0; row < ROWS; row++) {
    await aPackage(app, project.id, {
      name: `p${row % 3}`,
      version: `${row}`,
      type: row % 2 === 0 ? 'npm' : 'generic',
    });
    await aStoredRepository(app, project.id);
    const ended = row % 2 === 0 ? { end_time: new Date(Date.now() + row * 1000).toISOString() } : {};
    await send({ title: `a${row}`, fingerprint: `a${row}`, severity: row % 2 === 0 ? 'low' : 'high' });
    await send({ fingerprint: `a${row}`, ...ended });
  }
});
afterAll(() => app.close());

interface Walk {
  readonly ids: readonly (string | null)[];
  readonly pages: number;
}

/** Goes through a connection of the project, page by page; `between` runs after each of them. */
async function walk(
  field: string,
  { sort, backward, key }: { sort: string; backward: boolean; key: string },
  between: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Walk> {
  const pages: (string | null)[][] = [];
  for (let cursor = ''; pages.length < 2 * ROWS;) {
    const place = cursor === '' ? '' : `, ${backward ? 'before' : 'after'}: "${cursor}"`;
    const { connection } = (
      await dataOf(
        owner.api,
        `{ project(fullPath: "${project.path_with_namespace}") { connection: ${field}(sort: ${sort}, ${backward ? 'last' : 'first'}: ${PAGE}${place}) {
           nodes { ${key} } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`,
      )
    ).project;
    pages.push(connection.nodes.map((node: Record<string, string | null>) => node[key]));
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = connection.pageInfo;
    if (!(backward ? hasPreviousPage : hasNextPage)) {
      break;
    }
    cursor = backward ? startCursor : endCursor;
    await between();
  }
  return { ids: (backward ? pages.reverse() : pages).flat(), pages: pages.length };
}

const LISTS: readonly (readonly [string, readonly string[], string])[] = [
  ['packages', ['CREATED', 'NAME', 'VERSION', 'TYPE'], 'id'],
  ['containerRepositories', ['NAME', 'CREATED', 'UPDATED'], 'id'],
  [
    'alertManagementAlerts',
    ['IID', 'STARTED_AT', 'ENDED_AT', 'EVENTS', 'SEVERITY', 'STATUS', 'CREATED', 'UPDATED'],
    'id',
  ],
];
const SORTS = LISTS.flatMap(([field, columns, key]) =>
  columns.flatMap((column) => [`${column}_ASC`, `${column}_DESC`].map((sort) => [field, sort, key] as const)),
);

describe('a connection', () => {
  it.each(SORTS)('%s ordered by %s shows every row once, forward as backward', async (field, sort, key) => {
    const forward = await walk(field, { sort, backward: false, key });
    const backward = await walk(field, { sort, backward: true, key });

    expect(new Set(forward.ids).size).toBe(forward.ids.length);
    expect(forward.ids.length).toBeGreaterThanOrEqual(ROWS);
    expect([forward.pages, backward.pages]).toEqual([3, 3]);
    expect(backward.ids).toEqual(forward.ids);
  });

  it('shows alerts that have not ended last, in both directions', async () => {
    for (const sort of ['ENDED_AT_ASC', 'ENDED_AT_DESC']) {
      const { ids } = await walk('alertManagementAlerts', { sort, backward: false, key: 'endedAt' });
      const open = ids.map((endedAt) => endedAt === null);

      expect(open).toEqual([...open].sort());
      expect(open).toContain(true);
      expect(open).toContain(false);
    }
  });

  it('neither loses nor doubles what is there throughout, while rows come and go', async () => {
    const before = (await walk('packages', { sort: 'NAME_ASC', backward: false, key: 'id' })).ids;
    let round = 0;
    const disturb = async () => {
      round += 1;
      await aPackage(app, project.id, { name: `p${round % 3}`, version: `new-${round}` });
      await app.sql(`delete from packages where version = $1`, [`new-${round - 1}`]);
    };

    for (const backward of [false, true]) {
      const { ids } = await walk('packages', { sort: 'NAME_ASC', backward, key: 'id' }, disturb);

      expect(ids.filter((id) => before.includes(id))).toEqual(before);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });
});
