import { aGroup, aMember, aProject } from '../builders/records.js';
import { startApp } from '../support/app.js';
import type { TestApp } from '../support/app.js';
import { isOnInstance, authorizedRoutes, pathWith, subjectOf } from '../support/every-route.js';
import type { ApiRoute, Subjects } from '../support/every-route.js';
import { fewestStatements } from '../support/fewest-statements.js';
import { seedSubjects } from '../support/subjects.js';

let app: TestApp;
let subjects: Subjects;
let lists: ApiRoute[];
beforeAll(async () => {
  app = await startApp({ jobs: false });
  const { subjects: found, owner } = await seedSubjects(app);
  subjects = found;
  const group = { id: Number(subjects.group!.params.id) };
  for (let row = 0; row < 3; row++) {
    await aProject(owner.api, { namespace_id: group.id });
    await aGroup(owner.api, { parent_id: group.id });
    await aMember(app, { group }, 20);
  }
  lists = authorizedRoutes(app).filter((route) => route.isPaged);
});
afterAll(() => app.close());

const leastStatements = (route: ApiRoute, rows: number): Promise<number> =>
  fewestStatements(app, () => app.admin.get(`${pathOf(route)}?per_page=${rows}`));

const pathOf = (route: ApiRoute) => pathWith(route, isOnInstance(route) ? {} : subjectOf(route, subjects).params);

describe('every list', () => {
  it('asks the database no more often for many rows than for one', async () => {
    const compared = [];
    for (const route of lists) {
      compared.push({
        list: route.path,
        one: await leastStatements(route, 1),
        many: await leastStatements(route, 100),
      });
    }

    // the last page tells the count, so it is not asked for
    expect(compared.filter(({ one, many }) => many > one)).toEqual([]);
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
});
