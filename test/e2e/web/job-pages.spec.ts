import type { Browser } from 'playwright-core';
import { aCiProject } from '../../builders/pipelines.js';
import type { CiProject } from '../../builders/pipelines.js';
import { aMember, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { misfitsOf, openTab, signInTab, startChromium } from '../../support/chromium.js';
import { TestRunner } from '../../support/test-runner.js';
import { WebBrowser } from '../../support/web-browser.js';
import { HOSTILE } from '../../support/hostile-text.js';
import { until } from '../../support/until.js';

const ESC = '\u001b';
const LOG = [
  `${ESC}[0KRunning with <b>test-runner</b>`,
  `section_start:1700000000:script\r${ESC}[0K${ESC}[36;1m$ make plates${ESC}[0;m`,
  `${ESC}[32mok${ESC}[0m   rivets ${HOSTILE}`,
  `${ESC}[33mwarning${ESC}[0m: a very long line ${'of words '.repeat(40)}`,
  ' 10%\r 60%\r100%',
  `${ESC}[31;1mERROR: Job failed: exit code 1${ESC}[0;m`,
  '',
].join('\n');

let app: TestApp;
let owner: TestUser;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app, { name: 'Grace Hopper, Rear Admiral' });
});
afterAll(async () => {
  await app.close();
});

const DEFINITION = `
"build ${HOSTILE}": { stage: build, script: make, tags: [steel] }
unit: { script: make test, allow_failure: true, artifacts: { paths: [x] } }
ship: { stage: deploy, script: make ship, when: manual }
`;

async function aPipeline(definition = DEFINITION, fields: object = {}) {
  const ci = await aCiProject(app, definition, { owner, fields });
  const { body } = await owner.api.get(ci.path);
  const runner = await TestRunner.register(app, body.runners_token, { tag_list: 'steel', description: 'Yard <3>' });
  const pipeline = await ci.start();
  return { ci, runner, pipeline, address: `/${ci.project.path_with_namespace}` };
}

const jobsOf = async ({ path }: CiProject): Promise<{ id: number; name: string; status: string; web_url: string }[]> =>
  (await owner.api.get(`${path}/jobs?include_retried=true`)).body;
const idOf = async (ci: CiProject, name: string): Promise<number> =>
  (await jobsOf(ci)).find((job) => job.name.startsWith(name))?.id ?? 0;

describe('GET /:project/-/jobs/:job_id', () => {
  it('is the web_url of the job, shows it and links what belongs to it', async () => {
    const { ci, runner, pipeline, address } = await aPipeline();
    const job = await runner.take();
    await runner.log(job, LOG, 0);
    await runner.upload(job, Buffer.from('zip'), '', 'plates "1".zip');
    await runner.update(job, 'failed', { failure_reason: 'script_failure', exit_code: 1 });
    const browser = await WebBrowser.of(app.url, owner);
    const url = (await jobsOf(ci)).find(({ id }) => id === job.id)?.web_url ?? '';
    const { status, text } = await browser.get(url.slice(app.url.length));

    expect(url).toBe(`${app.url}${address}/-/jobs/${job.id}`);
    expect(status).toBe(200);
    expect(text).toContain('<h1>build &lt;img src=x onerror=alert(1)&gt;</h1>');
    expect(text).toContain(`href="${address}/-/pipelines/${pipeline.id}"`);
    expect(text).toContain(`href="${address}/-/commit/${ci.sha}"`);
    expect(text).toContain(`href="${address}/-/tree/main"`);
    expect(text).toContain(`href="/${owner.username}"`);
    expect(text).toContain('Yard &lt;3&gt;');
    expect(text).toContain('Failed: script failure.');
    expect(text).not.toContain('<img src=x');
    expect(text).not.toContain(ESC);
    expect(text).toContain('<span class="t-green">ok</span>   rivets &lt;img');
    expect(text).toContain('\n100%\n');
    expect(text).not.toContain('section_start');

    const [raw, artifacts] = [`${address}/-/jobs/${job.id}/raw`, `${address}/-/jobs/${job.id}/artifacts/download`];
    expect(text).toContain(`href="${raw}"`);
    expect(await browser.get(raw)).toMatchObject({ status: 200, text: LOG });
    expect((await browser.get(raw)).headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text).toContain(`href="${artifacts}"`);
    const download = await browser.get(artifacts);
    expect([download.status, download.text]).toEqual([200, 'zip']);
    expect(download.headers.get('content-disposition')).toMatch(/^attachment/);
    expect((await browser.get(`${address}/-/pipelines/${pipeline.id}`)).text).toContain(
      `href="${address}/-/jobs/${job.id}"`,
    );
  });

  it('shows the last part of a long log, and what a running job has written', async () => {
    const { ci, runner, address } = await aPipeline('one: { script: x, tags: [steel] }\n');
    const job = await runner.take();
    const browser = await WebBrowser.of(app.url, owner);
    const here = `${address}/-/jobs/${job.id}`;
    const before = (await browser.get(here)).text;
    const lines = Array.from({ length: 40_000 }, (_, at) => `line ${at} of the log\n`);
    await runner.log(job, lines.join(''), 0);
    const { text } = await browser.get(here);
    await runner.update(job, 'success');

    expect(before).toContain('No log yet.');
    expect(before).toContain('Refresh');
    expect(text).toContain('The last part of');
    expect(text).not.toContain('line 20000 of');
    expect(text.length).toBeLessThan(400_000);
    const done = (await browser.get(here)).text;
    expect(done).toContain('line 39999 of');
    expect(done).not.toContain('Refresh');
    expect((await browser.get(`${here}/raw`)).text).toHaveLength(lines.join('').length);
    expect(await idOf(ci, 'one')).toBe(job.id);
  });

  it('answers 200 to readers of the record alone', async () => {
    const { ci, address } = await aPipeline('one: { script: x }\n', { visibility: 'private' });
    const id = await idOf(ci, 'one');
    const pages = [`/-/jobs/${id}`, `/-/jobs/${id}/raw`];
    const statuses = async (browser: WebBrowser) =>
      Promise.all(pages.map(async (end) => (await browser.get(address + end)).status));
    const member = async (level: number) => WebBrowser.of(app.url, await aMember(app, { project: ci.project }, level));

    expect(await statuses(new WebBrowser(app.url))).toEqual([302, 302]);
    expect(await statuses(await WebBrowser.of(app.url, await aUser(app)))).toEqual([404, 404]);
    expect(await statuses(await member(10))).toEqual([403, 403]);
    expect(await statuses(await member(20))).toEqual([200, 200]);
    await owner.api.put(ci.path, { visibility: 'public' });
    expect(await statuses(new WebBrowser(app.url))).toEqual([200, 200]);
    await owner.api.put(ci.path, { public_jobs: false });
    expect(await statuses(new WebBrowser(app.url))).toEqual([302, 302]);
  });

  it('answers 404 for a job of another project, and for none', async () => {
    const [one, other] = [await aPipeline('one: { script: x }\n'), await aPipeline('one: { script: x }\n')];
    const browser = await WebBrowser.of(app.url, owner);

    for (const id of [await idOf(other.ci, 'one'), 999_999]) {
      for (const end of ['', '/raw', '/artifacts/download']) {
        expect((await browser.get(`${one.address}/-/jobs/${id}${end}`)).status).toBe(404);
      }
    }
  });

  it('shows a status that was reported from elsewhere', async () => {
    const { ci, address } = await aPipeline('one: { script: x }\n');
    const reported = { state: 'success', name: 'lab', target_url: 'https://lab.example/1', description: HOSTILE };
    const { body } = await owner.api.post(`${ci.path}/statuses/${ci.sha}`, { ...reported, ref: 'main' });
    const browser = await WebBrowser.of(app.url, owner);
    const { text } = await browser.get(`${address}/-/jobs/${body.id}`);

    expect(text).toContain('<a href="https://lab.example/1" rel="nofollow noopener noreferrer">');
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(text).toContain('This job ran in another system');
    expect(text).not.toContain('Retry');
  });
});

describe('POST /:project/-/jobs/:job_id/... and /:project/-/pipelines/:pipeline_id/...', () => {
  it('run, cancel, retry and erase a job', async () => {
    const { ci, runner, address } = await aPipeline('one: { script: x, when: manual, tags: [steel] }\n');
    const browser = await WebBrowser.of(app.url, owner);
    const id = await idOf(ci, 'one');
    const here = `${address}/-/jobs/${id}`;
    const state = async () => (await owner.api.get(`${ci.path}/jobs/${id}`)).body.status;

    const played = await browser.submit(await browser.get(here), {}, 'Run');
    expect([played.status, played.headers.get('location'), await state()]).toEqual([303, here, 'pending']);
    await browser.submit(await browser.get(here), {}, 'Cancel');
    expect(await state()).toBe('canceled');
    const retried = await browser.submit(await browser.get(here), {}, 'Retry');
    const next = retried.headers.get('location') ?? '';
    expect(next).toMatch(/\/-\/jobs\/\d+$/);
    expect(next).not.toBe(here);
    expect((await browser.get(here)).text).toContain('retried');

    await runner.runAll();
    await until(async () => (await browser.get(next)).text.includes('Erase'));
    await browser.submit(await browser.get(next), {}, 'Erase log and artifacts');
    expect((await browser.get(next)).text).toContain('The log was erased');
    expect((await browser.get(next)).text).not.toContain('Erase log');
  });

  it('answer 403 to those who may not cancel, and 422 to a forged form', async () => {
    const { ci, address } = await aPipeline('one: { script: x }\n');
    const here = `${address}/-/jobs/${await idOf(ci, 'one')}`;
    await owner.api.delete(`${ci.path}/protected_branches/main`);
    await owner.api.post(`${ci.path}/protected_branches`, { name: 'main', push_access_level: 40 });
    const reporter = await WebBrowser.of(app.url, await aMember(app, { project: ci.project }, 20));
    const developer = await WebBrowser.of(app.url, await aMember(app, { project: ci.project }, 30));
    const maintainer = await WebBrowser.of(app.url, await aMember(app, { project: ci.project }, 40));
    const post = async (browser: WebBrowser, token: string) =>
      (await browser.post(`${here}/cancel`, { authenticity_token: token })).status;

    expect((await reporter.get(here)).text).not.toContain('/cancel"');
    expect((await developer.get(here)).text).not.toContain('/cancel"'); // the branch is protected
    expect((await maintainer.get(here)).text).toContain('/cancel"');
    expect(await post(reporter, await reporter.csrfToken())).toBe(403);
    expect(await post(developer, await developer.csrfToken())).toBe(403);
    expect(await post(maintainer, 'forged')).toBe(422);
    expect((await jobsOf(ci))[0]?.status).toBe('pending');
    expect(await post(maintainer, await maintainer.csrfToken())).toBe(303);
    expect((await jobsOf(ci))[0]?.status).toBe('canceled');
    expect(await post(maintainer, await maintainer.csrfToken())).toBe(403);
  });

  it('cancel a pipeline and retry its failed jobs', async () => {
    const { ci, pipeline, address } = await aPipeline('one: { script: x }\ntwo: { script: x }\n');
    const browser = await WebBrowser.of(app.url, owner);
    const here = `${address}/-/pipelines/${pipeline.id}`;
    const canceled = await browser.submit(await browser.get(here), {}, 'Cancel');
    const after = (await jobsOf(ci)).map(({ status }) => status);
    await browser.submit(await browser.get(here), {}, 'Retry failed jobs');

    expect([canceled.status, canceled.headers.get('location')]).toEqual([303, here]);
    expect(after).toEqual(['canceled', 'canceled']);
    expect((await jobsOf(ci)).map(({ status }) => status)).toEqual(['pending', 'pending', 'canceled', 'canceled']);
  });
});

describe('GET /:project/-/jobs/:job_id in a real browser', () => {
  let chromium: Browser;
  beforeAll(async () => {
    chromium = await startChromium();
  });
  afterAll(() => chromium.close());

  it('fits a wide light window and a narrow dark one', async () => {
    const { ci, runner, pipeline, address } = await aPipeline();
    const job = await runner.take();
    await runner.log(job, LOG, 0);
    await runner.upload(job, Buffer.from('zip'), '?expire_in=1week', 'plates.zip');
    await runner.update(job, 'failed', { failure_reason: 'script_failure', exit_code: 1 });
    const ship = await idOf(ci, 'ship');
    const tab = await openTab(chromium);
    await signInTab(tab, app.url, owner);
    const misfits = await misfitsOf(tab, {
      job: `${app.url}${address}/-/jobs/${job.id}`,
      'job-manual': `${app.url}${address}/-/jobs/${ship}`,
      'pipeline-jobs': `${app.url}${address}/-/pipelines/${pipeline.id}`,
    });

    expect(misfits).toEqual([]);
    expect(tab.errors).toEqual([]);
    await tab.context.close();
  }, 240_000);
});
