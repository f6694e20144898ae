import type { Browser } from 'playwright-core';
import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { misfitsOf, openTab, signInTab, startChromium } from '../../support/chromium.js';
import { startRecorder, status } from '../../support/recorder.js';
import type { Recorder } from '../../support/recorder.js';

const SLUG = 'ci-server-a';

let app: TestApp;
let chromium: Browser;
let recorder: Recorder;
let owner: TestUser;
beforeAll(async () => {
  recorder = await startRecorder();
  app = await startApp({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
  chromium = await startChromium();
  owner = await aUser(app);
});
afterAll(async () => {
  await chromium.close();
  await app.close();
  await recorder.close();
});

const push = {
  object_kind: 'push',
  ref: 'main',
  before: 'a'.repeat(40),
  after: 'b'.repeat(40),
  commits: [{ id: 'b'.repeat(40), message: 'Build it' }],
};

/** A project whose receiver at that path has refused one event. */
async function withFailure(path: string): Promise<{ project: TestProject; page: string }> {
  recorder.answer(path, status(400));
  const project = await aProject(owner.api);
  const rest = `projects/${project.id}`;
  await owner.api.put(`${rest}/integrations/${SLUG}`, { drone_url: recorder.url + path, token: 'of-the-server' });
  expect((await owner.api.post(`${rest}/events`, push)).status).toBe(201);
  await recorder.until(path, 1);
  for (let state = ''; state !== 'failed';) {
    state = (await owner.api.get(`${rest}/integrations/${SLUG}/deliveries`)).body[0].state;
  }
  return { project, page: `${app.url}/${project.path_with_namespace}/-/integrations/${SLUG}` };
}

describe('pages of an integration in a browser', () => {
  it('fit a wide light window and a narrow dark one', async () => {
    const { project, page } = await withFailure('/fitting');
    const rest = `projects/${project.id}/integrations/${SLUG}`;
    await owner.api.post(`${rest}/signing_secret`);
    await owner.api.post(`${rest}/signing_secret`);
    const started = await owner.api.post(`${rest}/deliveries/redeliver`);
    await app.drainJobs();
    const tab = await openTab(chromium);
    await signInTab(tab, app.url, owner);
    const misfits = await misfitsOf(tab, {
      integration: page,
      'integration-deliveries': `${page}/deliveries`,
      'integration-signing-secret': `${page}/signing_secret`,
      'integration-redeliveries': `${page}/redeliveries`,
      'integration-redelivery': `${page}/redeliveries/${started.body.operation.id}`,
    });

    expect(misfits).toEqual([]);
    expect(tab.errors).toEqual([]);
    await tab.context.close();
  }, 240_000);

  it('rotate and remove a signing secret, and redeliver, after a question and without scripts', async () => {
    const { page: address } = await withFailure('/asking');
    recorder.answer('/asking', status(200));
    const tab = await openTab(chromium, 'wide-light', false);
    const { page } = tab;
    await signInTab(tab, app.url, owner);
    const confirm = async (name: string) => {
      await page.getByRole('button', { name }).first().click();
      await page.getByRole('alertdialog').getByRole('button', { name }).click();
    };

    await page.goto(`${address}/signing_secret`);
    await page.getByRole('button', { name: 'Create signing secret' }).click();
    const first = await page.locator('#signing-secret').textContent();
    await confirm('Rotate');
    const second = await page.locator('#signing-secret').textContent();
    await page.reload();
    const reloaded = await page.locator('#signing-secret').count();
    await confirm('Remove');
    const removed = await page.getByRole('button', { name: 'Create signing secret' }).count();
    await page.goto(`${address}/deliveries?state=failed`);
    await page.getByRole('link', { name: 'Redeliver many' }).click();
    await confirm('Redeliver all');
    await page.waitForURL(/\/redeliveries\/\w+$/);
    await recorder.until('/asking', 2);

    expect([first, second]).toEqual([expect.stringMatching(/^whsec_/), expect.stringMatching(/^whsec_/)]);
    expect([first === second, reloaded, removed]).toEqual([false, 0, 1]);
    expect(tab.errors).toEqual([]);
    await tab.context.close();
  }, 240_000);
});
