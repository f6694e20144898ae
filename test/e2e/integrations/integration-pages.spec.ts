import { setTimeout as sleep } from 'node:timers/promises';
import { aMember, aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { DEVELOPER } from '../../support/levels.js';
import { startRecorder, status } from '../../support/recorder.js';
import type { Recorder } from '../../support/recorder.js';
import { formsOf, WebBrowser } from '../../support/web-browser.js';

const SLUG = 'chat-notifications-a';
const SECRET = 'of-secret-words';

let app: TestApp;
let recorder: Recorder;
let owner: TestUser;
let browser: WebBrowser;
beforeAll(async () => {
  recorder = await startRecorder();
  app = await startApp({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
  owner = await aUser(app);
  browser = await WebBrowser.of(app.url, owner);
});
afterAll(async () => {
  await app.close();
  await recorder.close();
});

const pageOf = ({ path_with_namespace: path }: TestProject, end = '') => `/${path}/-/integrations${end}`;
const restOf = ({ id }: TestProject, end = '') => `projects/${id}/integrations/${SLUG}${end}`;

async function aTold(webhook = `${recorder.url}/${SECRET}`): Promise<TestProject> {
  const project = await aProject(owner.api);
  expect((await owner.api.put(restOf(project), { webhook, push_channel: 'builds' })).status).toBe(200);
  return project;
}

/** The newest delivery once nothing follows. */
async function ended(project: TestProject) {
  for (;;) {
    const [newest] = (await owner.api.get(restOf(project, '/deliveries'))).body;
    if (newest && !['pending', 'running'].includes(newest.state as string)) {
      return newest;
    }
    await sleep(20);
  }
}

describe('/:project/-/integrations', () => {
  it('lists what is set up with its health, and all that can be', async () => {
    const project = await aTold();
    const { text } = await browser.get(pageOf(project));

    expect(text).toMatch(new RegExp(`${SLUG}">Chat notifications A</a>`));
    expect(text).toContain('<span class="tag good">healthy</span>');
    expect(text).toContain(`href="${pageOf(project, '/irc-gateway')}"`);
    expect(text).not.toContain('mock-ci');
    expect((await browser.get(`/${project.path_with_namespace}`)).text).not.toContain(SECRET);
  });

  it('is for Maintainers, and its forms for sessions of their own', async () => {
    const project = await aTold();
    const developer = await WebBrowser.of(app.url, await aMember(app, { project }, DEVELOPER));
    const stranger = await WebBrowser.of(app.url, await aUser(app));

    for (const end of ['', `/${SLUG}`, `/${SLUG}/deliveries`]) {
      expect((await developer.get(pageOf(project, end))).status).toBe(403);
      expect((await stranger.get(pageOf(project, end))).status).toBe(404);
      expect((await new WebBrowser(app.url).get(pageOf(project, end))).status).toBe(302);
    }
    expect((await browser.post(pageOf(project, `/${SLUG}`), { authenticity_token: 'x' })).status).toBe(422);
    expect((await browser.get(pageOf(project, '/no-such-kind'))).status).toBe(404);
  });
});

describe('/:project/-/integrations/:slug', () => {
  it('sets up a kind, changes it and disables it, by a form made of its descriptor', async () => {
    const project = await aProject(owner.api);
    const here = pageOf(project, `/${SLUG}`);
    const empty = await browser.get(here);
    const fields = { webhook: `${recorder.url}/${SECRET}`, channel: 'all', branches_to_be_notified: 'protected' };
    const saved = await browser.submit(empty, { ...fields, note_events: '' }, 'Save and activate');
    const read = await owner.api.get(restOf(project));
    const shown = await browser.get(here);
    const disabled = await browser.submit(shown, {}, 'Disable');

    expect(Object.keys(formsOf(empty.text).find(({ button }) => button === 'Save and activate')!.fields)).toEqual(
      expect.arrayContaining(['webhook', 'username', 'branches_to_be_notified', 'push_channel', 'push_events']),
    );
    expect([saved.status, saved.headers.get('location')]).toEqual([303, here]);
    expect(read.body).toMatchObject({
      active: true,
      push_events: true,
      note_events: false,
      job_events: false,
      properties: { channel: 'all', branches_to_be_notified: 'protected', notify_only_broken_pipelines: true },
    });
    expect(shown.text).toContain('value="all"');
    expect(shown.text).not.toContain(SECRET);
    expect(disabled.status).toBe(303);
    expect((await owner.api.get(restOf(project))).body).toMatchObject({ active: false, note_events: false });
  });

  it('shows what is wrong beside its field, and keeps what was typed', async () => {
    const project = await aProject(owner.api);
    const form = await browser.get(pageOf(project, '/irc-gateway'));
    const refused = await browser.submit(form, { recipients: 'nowhere' }, 'Save and activate');
    const port = await browser.submit(form, { recipients: 'nowhere', server_port: '70000' }, 'Save and activate');

    expect([refused.status, port.status]).toEqual([422, 422]);
    expect(refused.text).toContain('<p class="error">are all invalid</p>');
    expect(refused.text).toContain('nowhere');
    expect(port.text).toContain('<p class="error">is invalid</p>');
    expect((await owner.api.get(`projects/${project.id}/integrations/irc-gateway`)).status).toBe(404);
    expect((await browser.submit(form, { recipients: 'irc://irc.example.com/#x' }, 'Save and activate')).status).toBe(
      303,
    );
  });

  it('keeps optional secrets that are left empty', async () => {
    const project = await aProject(owner.api);
    const rest = `projects/${project.id}/integrations/ci-server-c`;
    const settings = { jenkins_url: recorder.url, project_name: 'job', username: 'ci', password: 'of-the-server' };
    await owner.api.put(rest, { ...settings, signing_secret: `whsec_${Buffer.alloc(24, 1).toString('base64')}` });
    const form = await browser.get(pageOf(project, '/ci-server-c'));
    await browser.submit(form, { project_name: 'other' }, 'Save changes');
    await owner.api.post(`${rest}/test`);
    const [request] = await recorder.until('/project/other', 1);

    expect((await owner.api.get(rest)).body.delivery.signing).toBe(true);
    expect(request!.headers.authorization).toBe(`Basic ${Buffer.from('ci:of-the-server').toString('base64')}`);
  });
});

describe('the test of an integration', () => {
  it('shows the request, or sends it and leads to its log', async () => {
    const project = await aTold();
    const form = await browser.get(pageOf(project, `/${SLUG}`));
    const shown = await browser.submit(form, { event: 'push', dry_run: '1' }, 'Send test');
    const before = recorder.to(`/${SECRET}`).length;
    const sent = await browser.submit(form, { event: 'wiki_page' }, 'Send test');
    const log = await browser.get(sent.headers.get('location') ?? '');

    expect(shown.status).toBe(200);
    expect(shown.text).toContain('Nothing was sent');
    expect(shown.text).toContain('&quot;channel&quot;:&quot;builds&quot;');
    expect(shown.text).not.toContain(SECRET);
    expect(before).toBe(0);
    expect(recorder.to(`/${SECRET}`)).toHaveLength(1);
    expect(log.text).toContain('<span class="tag good">succeeded</span>');
  });
});

describe('/:project/-/integrations/:slug/deliveries', () => {
  it('lists, filters, shows and redelivers', async () => {
    recorder.answer('/refusing', status(422, {}, 'no <room>'));
    const project = await aTold(`${recorder.url}/refusing/${SECRET}`);
    const here = pageOf(project, `/${SLUG}/deliveries`);
    const event = { object_kind: 'issue', object_attributes: { iid: 1, title: 'Broken', action: 'open' } };
    await owner.api.post(`projects/${project.id}/events`, event);
    const { id } = await ended(project);
    const list = await browser.get(`${here}?state=failed&event=issue&trigger=event`);
    const none = await browser.get(`${here}?state=succeeded`);
    const shown = await browser.get(`${here}/${id}`);
    const again = await browser.submit(shown, {}, 'Redeliver');
    const second = await browser.get(again.headers.get('location') ?? '');

    expect(list.text).toContain(`href="${here}/${id}"`);
    expect(list.text).toContain('<option value="failed" selected>');
    expect(none.text).toContain('No deliveries.');
    expect(shown.text).toContain('no &lt;room&gt;');
    expect(shown.text).toContain('[FILTERED]');
    expect(shown.text).not.toContain(SECRET);
    expect(again.headers.get('location')).not.toBe(`${here}/${id}`);
    expect(second.text).toContain(`redelivery of <a href="${here}/${id}">#${id}</a>`);
    expect((await browser.get(`${here}/999999999`)).status).toBe(404);
    expect((await browser.get(`${here}?state=no-such`)).status).toBe(400);
  });
});
