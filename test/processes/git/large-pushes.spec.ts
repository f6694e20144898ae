import { NULL_ID } from '../../../src/platform/git/git-directory.js';
import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { aCommit } from '../../builders/repositories.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { rawPush } from '../../support/raw-push.js';
import type { RawPush } from '../../support/raw-push.js';
import { MAX_BLOCK_MS, startWatched } from '../../support/watched-service.js';
import type { WatchedService } from '../../support/watched-service.js';

const BRANCHES = 1200;

let app: TestApp;
let service: WatchedService;
let owner: TestUser;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  service = await startWatched(app);
  owner = await aUser(app);
}, 240_000);
afterAll(async () => {
  await service.end();
  await app.close();
});

const push = (project: TestProject, request: RawPush, { url } = { url: app.url }) =>
  rawPush({ url, path: project.path_with_namespace, username: owner.username, secret: owner.token }, request);

/** A project whose branches all hold its first commit, and that commit. */
async function aProjectOfBranches(): Promise<{ project: TestProject; head: string; names: readonly string[] }> {
  const project = await aProject(owner.api);
  const head = await aCommit(owner.api, project, { 'README.md': 'Hello' });
  const names = Array.from({ length: BRANCHES }, (_, index) => `refs/heads/branch-${index}`);
  await push(project, { commands: names.map((name) => [NULL_ID, head, name]) });
  return { project, head, names };
}

describe('git push of many branches', () => {
  it('keeps all that it deletes restorable, by a job for hundreds of them', async () => {
    const { project, head, names } = await aProjectOfBranches();
    await app.drainJobs();

    await push(project, { commands: names.map((name) => [head, NULL_ID, name]) });
    const jobs = await app.sql(`select id from jobs where name like 'repositories.keep-%'`);
    await app.drainJobs();

    expect(jobs.length).toBeLessThanOrEqual(3);
    expect(
      await app.sql(
        `select count(*)::int as refs, count(distinct name)::int as names from deleted_refs d
         join repositories r on r.id = d.repository_id where r.project_id = $1 and d.sha = $2`,
        [project.id, head],
      ),
    ).toEqual([{ refs: BRANCHES, names: BRANCHES }]);
    const [first] = (await owner.api.get(`projects/${project.id}/repository/deleted_refs`)).body as { id: number }[];
    const restored = await owner.api.post(`projects/${project.id}/repository/deleted_refs/${first?.id}/restore`);
    expect(restored).toMatchObject({ status: 201, body: { commit: { id: head } } });
  });

  it('is compared with as many rules as a project may have, and blocks nobody for long', async () => {
    const project = await aProject(owner.api);
    const head = await aCommit(owner.api, project, { 'README.md': 'Hello' });
    await app.sql(
      `insert into protected_branches (project_id, pattern, push_level, merge_level, unprotect_level, allow_force_push)
       select $1, repeat('*x', 10) || n, 40, 40, 40, false from generate_series(1, 999) n`,
      [project.id],
    );
    const least = await service.leastBlock(async (round) => {
      const name = `refs/heads/${'x'.repeat(200)}-${round}`;
      const commands = Array.from({ length: 3000 }, (_, index) => [NULL_ID, head, `${name}-${index}`] as const);
      const answer = await push(project, { commands }, service);

      expect(answer).toContain(`ok ${name}-2999`);
    });

    expect(least).toBeLessThan(MAX_BLOCK_MS);
  });
});

describe.each([
  [
    'protected_branches',
    'branches',
    `(project_id, pattern, push_level, merge_level, unprotect_level, allow_force_push)
       select $1, 'release-' || n, 40, 40, 40, false`,
  ],
  ['protected_tags', 'tags', `(project_id, pattern, create_level) select $1, 'release-' || n, 40`],
])('POST /projects/:id/%s', (route, what, rows) => {
  it('answers 400 beyond 1000 of them, and 409 for one of these', async () => {
    const project = await aProject(owner.api);
    await app.sql(`insert into ${route} ${rows} from generate_series(1, 999) n`, [project.id]);
    const protect = (name: string) => owner.api.post(`projects/${project.id}/${route}`, { name });

    expect(await protect('last')).toMatchObject({ status: 201 });
    expect(await protect('more')).toMatchObject({
      status: 400,
      body: { message: `400 Bad request - A project has at most 1000 protected ${what}` },
    });
    expect(await protect('last')).toMatchObject({ status: 409 });
  });

  it('answers 400 for a name of more than 10 wildcards', async () => {
    const project = await aProject(owner.api);
    const protect = (name: string) => owner.api.post(`projects/${project.id}/${route}`, { name });

    expect(await protect('*a'.repeat(10))).toMatchObject({ status: 201 });
    expect(await protect('*a'.repeat(11))).toMatchObject({ status: 400, body: { message: { name: ['is invalid'] } } });
  });
});
