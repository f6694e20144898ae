import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { HOSTILE } from '../../support/hostile-text.js';
import { ended } from '../../support/operations.js';
import { until } from '../../support/until.js';
import { formsOf, WebBrowser } from '../../support/web-browser.js';

const BASE = '/admin/storages';

let app: TestApp;
let admin: TestUser;
let browser: WebBrowser;
let storages: string;
beforeAll(async () => {
  storages = await mkdtemp(path.join(tmpdir(), 'slipway-storages-'));
  app = await startApp({ env: { STORAGES: `default=${storages}/a,second=${storages}/b` } });
  admin = await aUser(app, { admin: true });
  browser = await WebBrowser.of(app.url, admin);
});
afterAll(async () => {
  await app.close();
  await rm(storages, { recursive: true, force: true });
});

const operationIn = (location: string | null): string => location?.split('/').at(-1) ?? '';
const movesEnded = () =>
  until(async () => {
    const open = await app.sql('select id from project_repository_storage_moves where finished_at is null');
    return open.length === 0;
  });
/** A move of the project has begun, and waits for a write under way. */
const moveWaits = ({ id }: TestProject) =>
  until(async () => {
    const moves = await app.sql(
      `select 1 from project_repository_storage_moves where container_id = $1 and state = 'started'`,
      [id],
    );
    return moves.length > 0;
  });
const aHostileProject = (): Promise<TestProject> => aProject(admin.api, { name: `P ${HOSTILE}` });

describe('/admin/storages', () => {
  it('shows the storages with usage, weight and health, and is for administrators', async () => {
    const shown = await browser.get(BASE);
    const stranger = await WebBrowser.of(app.url, await aUser(app));

    expect(shown.status).toBe(200);
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(shown.text).toMatch(/<progress\s+max="\d+" value="\d+" aria-label="Space used on second">/);
    expect(shown.text.match(/<span class="tag good">available<\/span>/g)).toHaveLength(2);
    expect((await stranger.get(BASE)).status).toBe(404);
  });

  it('moves one project after a preview, which the history shows', async () => {
    const project = await aHostileProject();
    const preview = await browser.get(
      `${BASE}/preview?kind=project&container=${project.id}&destination_storage_name=second`,
    );
    const scheduled = await browser.submit(preview, {}, 'Schedule');
    await movesEnded();
    const history = await browser.get(`${BASE}/moves?kind=project&state=finished&destination_storage_name=second`);

    expect(preview.text).toContain('is on the source storage');
    expect(preview.text).not.toContain(HOSTILE);
    expect(scheduled.status).toBe(303);
    expect((await app.admin.get(`projects/${project.id}`)).body.repository_storage).toBe('second');
    expect(history.text).toContain(`project ${project.id}, move`);
    expect((await browser.get(`${BASE}/moves?kind=project&state=failed`)).text).toContain('No moves.');
  });

  it('moves all of a storage, shows how far it is, and retries those that failed', async () => {
    const [project, archived] = [await aHostileProject(), await aHostileProject()];
    await admin.api.post(`projects/${archived.id}/archive`);
    const query = 'kind=project&source_storage_name=default&destination_storage_name=second';
    const preview = await browser.get(`${BASE}/preview?${query}`);
    const started = await browser.submit(preview, {}, 'Schedule');
    const location = started.headers.get('location') ?? '';
    await ended(app.admin, operationIn(location));
    const run = await browser.get(location);
    await admin.api.post(`projects/${archived.id}/unarchive`);
    const retried = await browser.submit(run, {}, 'Retry the failed');
    await ended(app.admin, operationIn(retried.headers.get('location')));
    const again = await browser.get(retried.headers.get('location') ?? '');

    expect(preview.text).toContain('is archived');
    expect(location).toMatch(/^\/admin\/storages\/runs\/\w+$/);
    expect(run.headers.get('refresh')).toBeNull();
    expect(run.text).toContain('Archived projects cannot be moved. Unarchive the project first.');
    expect(run.text).toMatch(/<dd>2 of 2<\/dd>/);
    expect(again.text).toMatch(/<dd>1 of 1<\/dd>/);
    expect(formsOf(again.text).map(({ button }) => button)).not.toContain('Retry the failed');
    expect((await app.admin.get(`projects/${project.id}`)).body.repository_storage).toBe('second');
  });

  it('pauses and resumes a run that goes on, cancels it, and a move that waits', async () => {
    const project = await aHostileProject();
    await app.sql(
      `insert into repository_leases (repository_id, kind, owner, expires_at)
       select id, 'write', 'somebody', now() + interval '1 hour' from repositories where project_id = $1`,
      [project.id],
    );
    const query = 'kind=project&source_storage_name=default&destination_storage_name=second';
    const started = await browser.submit(await browser.get(`${BASE}/preview?${query}`), {}, 'Schedule');
    const location = started.headers.get('location') ?? '';
    await moveWaits(project);
    const running = await browser.get(location);
    await browser.submit(running, {}, 'Pause');
    const paused = await browser.get(location);
    const work = await browser.get(`/-/operations/${operationIn(location)}`);
    await browser.submit(work, {}, 'Resume');
    const resumed = await browser.get(location);
    await browser.submit(resumed, {}, 'Cancel');
    const operation = await ended(app.admin, operationIn(location));
    const failed = await browser.get(`${BASE}/moves?state=failed`);
    await browser.submit(failed, {}, 'Retry');
    await moveWaits(project);
    const tooSoon = await browser.submit(failed, {}, 'Retry');
    await browser.submit(await browser.get(`${BASE}/moves`), {}, 'Cancel');
    await movesEnded();
    await app.sql(`delete from repository_leases where owner = 'somebody'`);

    expect(running.headers.get('refresh')).toBe('3');
    expect([running, paused, work, resumed].map(({ text }) => text.includes('>paused<'))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(tooSoon.status).toBe(400);
    expect(tooSoon.text).toContain('project is read-only');
    expect(operation).toMatchObject({ state: 'canceled', result: { failures: [{ error_message: 'Canceled.' }] } });
    expect((await app.admin.get(`projects/${project.id}/repository_storage_moves`)).body).toMatchObject([
      { state: 'failed', error_message: 'Canceled.' },
      { state: 'failed', error_message: 'Canceled.' },
    ]);
  });

  it('names what is wrong with what was typed', async () => {
    const unknown = await browser.get(`${BASE}/preview?kind=project&container=none/such`);
    const gone = await browser.get(`${BASE}/preview?kind=project&source_storage_name=gone`);

    expect(unknown.status).toBe(422);
    expect(unknown.text).toContain('is not found');
    expect(gone.status).toBe(422);
    expect(gone.text).toContain('does not have a valid value');
  });

  it('refuses forms without the token of the session', async () => {
    const forged = await browser.post(`${BASE}/moves`, { kind: 'project', source_storage_name: 'default' });

    expect(forged.status).toBeGreaterThanOrEqual(400);
    expect((await browser.get(`${BASE}/runs/unknown`)).status).toBe(404);
  });

  it('removes old copies that moves left', async () => {
    const project = await aHostileProject();
    await app.sql(
      `insert into project_repository_storage_moves
         (container_id, state, source_storage, destination_storage, started_at, finished_at, has_leftover)
       values ($1, 'cleanup failed', 'second', 'default', now(), now(), true)`,
      [project.id],
    );
    const cleaned = await browser.submit(await browser.get(BASE), {}, 'Remove old copies');

    expect(await ended(app.admin, operationIn(cleaned.headers.get('location')))).toMatchObject({
      result: { removed: 1 },
    });
  });
});
