import { ALERT_STATUSES, SEVERITIES } from '../../src/modules/alerts/alert-words.js';
import { PACKAGE_TYPES } from '../../src/modules/packages/package-types.js';
import { startApp } from '../support/app.js';
import type { Answer } from '../support/api-client.js';
import type { TestApp } from '../support/app.js';
import { isOnInstance, authorizedRoutes, pathWith, subjectOf } from '../support/every-route.js';
import type { ApiRoute, Subjects } from '../support/every-route.js';
import { fewestStatements } from '../support/fewest-statements.js';
import { rowSources, WITHOUT_ROWS } from '../support/row-sources/row-sources.js';
import type { RowSource } from '../support/row-sources/row-source.js';
import { seedSubjects } from '../support/subjects.js';

let app: TestApp;
let subjects: Subjects;
let lists: ApiRoute[];
let sources: RowSource[];
beforeAll(async () => {
  app = await startApp({ jobs: false });
  ({ subjects } = await seedSubjects(app));
  lists = authorizedRoutes(app).filter((route) => route.isPaged);
  sources = await rowSources(app);
  for (const source of sources) {
    await source.add();
    await source.add();
    await source.add();
  }
}, 240_000);
afterAll(() => app.close());

const pathOf = (route: ApiRoute) => pathWith(route, isOnInstance(route) ? {} : subjectOf(route, subjects).params);

/** Asks for rows of a list: those of its source, where there is one. */
function askerOf(route: ApiRoute): (query: string) => Promise<Answer> {
  const source = sources.find(({ lists: targets }) => route.path in targets);
  const target = source?.lists[route.path] ?? pathOf(route);
  return (query) => (source?.api ?? app.admin).get(`${target}${target.includes('?') ? '&' : '?'}${query}`);
}

describe('every list', () => {
  it('has a source of rows in test/support/row-sources, or shows no rows of a table', () => {
    const paths = lists.map(({ path }) => path);
    const known = [...sources.flatMap(({ lists: targets }) => Object.keys(targets)), ...WITHOUT_ROWS];

    expect(paths.filter((path) => !known.includes(path))).toEqual([]);
    expect(known.filter((path) => !paths.includes(path))).toEqual([]);
  });

  it('asks the database no more often for many rows than for one', async () => {
    const compared = [];
    for (const route of lists) {
      const ask = askerOf(route);
      const { body } = await ask('per_page=100');
      compared.push({
        list: route.path,
        hasMany: WITHOUT_ROWS.has(route.path) || (Array.isArray(body) && body.length > 1),
        one: await fewestStatements(app, () => ask('per_page=1')),
        many: await fewestStatements(app, () => ask('per_page=100')),
      });
    }

    // the last page tells the count, so it is not asked for
    expect(compared.filter(({ hasMany, one, many }) => !hasMany || many > one)).toEqual([]);
    expect(compared.length).toBeGreaterThan(20);
  });

  /**
   * Contract: conventions §10, git §3.4; feature flags, refs, commits, diffs, variables and tags of images are no rows with
   * ids, reports mix rows of several kinds, and there are no bridges.
   */
  const WITHOUT_KEYSET = new Set([
    ...['/groups', '/groups/:id/audit_events', '/features', '/integration_kinds', '/repository_storages'],
    ...['/projects/:id/access_report', '/groups/:id/access_report'],
    ...['branches', 'tags', 'commits', 'commits/:sha/diff', 'commits/:sha/refs'].map(
      (list) => `/projects/:id/repository/${list}`,
    ),
    ...['pipelines/:pipeline_id/variables', 'pipelines/:pipeline_id/bridges'].map((list) => `/projects/:id/${list}`),
    '/projects/:id/registry/repositories/:repository_id/tags',
  ]);

  it('has keyset pagination by id, except those that the contract names', async () => {
    const refused = [];
    for (const route of lists) {
      const { status } = await app.admin.get(`${pathOf(route)}?pagination=keyset&order_by=id&sort=asc`);
      if (status === 405) {
        refused.push(route.path);
      }
    }

    expect(new Set(refused)).toEqual(WITHOUT_KEYSET);
  });

  /** A migration that lengthens such a list of words makes its indexes anew. */
  it.each([
    ['packages', 'package_type', PACKAGE_TYPES],
    ['alerts', 'severity', SEVERITIES],
    ['alerts', 'status', ALERT_STATUSES],
  ])('of %s by %s has indexes of the order of its words', async (table, column, words) => {
    const order = `array_position('{${words.join()}}'::text[], ${column})`;
    const rows = await app.sql<{ indexdef: string }>(
      `select indexdef from pg_indexes where tablename = $1 and position('array_position(' in indexdef) > 0
       and position($2 in indexdef) > 0`,
      [table, `, ${column})`],
    );

    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ indexdef }) => indexdef).filter((indexdef) => !indexdef.includes(order))).toEqual([]);
  });
});
