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

const secretIn = (text: string) => /<code id="signing-secret"[^>]*>([^<]*)/.exec(text)?.[1];

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

    const ends = ['', `/${SLUG}`, `/${SLUG}/deliveries`, `/${SLUG}/redeliveries`, `/${SLUG}/signing_secret`];
    for (const end of ends) {
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

describe('/:project/-/integrations/:slug/signing_secret', () => {
  const overlap = (text: string) => text.includes('signs as well until');

  it('creates a secret that is shown once, rotates it with overlap and removes it', async () => {
    const project = await aTold(`${recorder.url}/signed/${SECRET}`);
    const here = pageOf(project, `/${SLUG}/signing_secret`);
    const empty = await browser.get(here);
    const created = await browser.submit(empty, {}, 'Create signing secret');
    const shown = await browser.get(here);
    const reloaded = await browser.get(here);
    const rotated = await browser.submit(reloaded, {}, 'Rotate');
    const second = await browser.get(here);
    await browser.submit(await browser.get(pageOf(project, `/${SLUG}`)), { event: 'push' }, 'Send test');
    const signatures = String(recorder.to('/signed')[0]!.headers['webhook-signature']).split(' ');
    const removed = await browser.submit(second, {}, 'Remove');
    await browser.submit(await browser.get(pageOf(project, `/${SLUG}`)), { event: 'push' }, 'Send test');

    expect([empty.status, created.status, rotated.status, removed.status]).toEqual([200, 303, 303, 303]);
    expect([created, rotated, removed].map(({ headers }) => headers.get('location'))).toEqual([here, here, here]);
    expect(empty.text).toContain('not set');
    expect(secretIn(shown.text)).toMatch(/^whsec_/);
    expect([secretIn(reloaded.text), overlap(reloaded.text)]).toEqual([undefined, false]);
    expect(reloaded.text).not.toContain(secretIn(shown.text));
    expect([secretIn(second.text) === secretIn(shown.text), overlap(second.text)]).toEqual([false, true]);
    expect(signatures).toHaveLength(2);
    expect((await browser.get(here)).text).toContain('not set');
    expect(recorder.to('/signed')[1]!.headers['webhook-signature']).toBeUndefined();
    expect((await owner.api.get(restOf(project))).body.delivery.signing).toBe(false);
  });

  it('is not there for what was never set up, and for kinds that sign nothing', async () => {
    const project = await aTold();
    const { id } = project;
    await owner.api.put(`projects/${id}/integrations/emails-on-push`, { recipients: 'a@example.com' });
    const mails = await browser.get(pageOf(project, '/emails-on-push'));

    expect((await browser.get(pageOf(project, '/chat-webhook-a/signing_secret'))).status).toBe(404);
    expect((await browser.get(pageOf(project, '/emails-on-push/signing_secret'))).status).toBe(422);
    expect(mails.text).not.toContain('signing_secret');
    expect((await browser.get(pageOf(project, `/${SLUG}`))).text).toContain(`/${SLUG}/signing_secret"`);
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

describe('/:project/-/integrations/:slug/redeliveries', () => {
  const raise = (project: TestProject, event: object) => owner.api.post(`projects/${project.id}/events`, event);
  const issue = { object_kind: 'issue', object_attributes: { iid: 1, title: 'Broken', action: 'open' } };
  const wiki = { object_kind: 'wiki_page', object_attributes: { title: 'Home', slug: 'home', action: 'create' } };

  it('previews what the filters of the log find, sends it again once confirmed, and tells how it went', async () => {
    recorder.answer('/recovering', status(400));
    const project = await aTold(`${recorder.url}/recovering/${SECRET}`);
    const here = pageOf(project, `/${SLUG}/redeliveries`);
    await raise(project, issue);
    await raise(project, issue);
    await raise(project, wiki);
    await recorder.until('/recovering', 3);
    await ended(project);
    recorder.answer('/recovering', status(200));
    const log = await browser.get(pageOf(project, `/${SLUG}/deliveries?state=failed&event=issue&trigger=event`));
    const later = await browser.get(`${here}?created_after=2999-01-01T00:00`);
    const preview = await browser.get(`${here}?event=issue&created_after=2020-01-01T00%3A00`);
    const asked = recorder.to('/recovering').length;
    const started = await browser.submit(preview, {}, 'Redeliver all');
    await recorder.until('/recovering', 5);
    await app.drainJobs();
    await ended(project);
    const run = await browser.get(started.headers.get('location') ?? '');
    const left = await browser.get(here);

    expect(log.text).toContain(`href="${here}?state=failed&amp;event=issue"`);
    expect(later.text).toContain('<strong>0</strong> deliveries match');
    expect(formsOf(later.text).map(({ button }) => button)).not.toContain('Redeliver all');
    expect(preview.text).toContain('<strong>2</strong> deliveries match');
    expect(preview.text).toContain('value="2020-01-01T00:00"');
    expect(asked).toBe(3);
    expect(started.status).toBe(303);
    expect(started.headers.get('location')).toMatch(new RegExp(`^${here}/\\w+$`));
    expect(run.text).toMatch(/<dt>Redelivered<\/dt>\s*<dd>2<\/dd>/);
    expect(run.text).toMatch(/<dt>Of them succeeded<\/dt>\s*<dd>2<\/dd>/);
    expect([run.headers.get('refresh'), run.text.includes('>Stop<')]).toEqual([null, false]);
    expect(left.text).toContain('<strong>3</strong> deliveries match');
    expect(recorder.to('/recovering')).toHaveLength(5);
  });

  it('keeps its operation to its integration, and refuses bad filters, stopping what ended and what is off', async () => {
    const project = await aTold();
    await owner.api.put(`projects/${project.id}/integrations/chat-webhook-a`, { webhook: recorder.url });
    const here = pageOf(project, `/${SLUG}/redeliveries`);
    const started = await owner.api.post(restOf(project, '/deliveries/redeliver'));
    const { id } = started.body.operation;
    await app.drainJobs();
    const stopped = await browser.post(`${here}/${id}`, { authenticity_token: await browser.csrfToken() });
    const forged = await browser.post(here, { authenticity_token: 'x' });
    await owner.api.delete(restOf(project));

    expect((await browser.get(`${here}/${id}`)).status).toBe(200);
    expect((await browser.get(pageOf(project, `/chat-webhook-a/redeliveries/${id}`))).status).toBe(404);
    expect((await browser.get(`${here}/no-such`)).status).toBe(404);
    expect((await browser.get(`${here}?created_after=yesterday`)).status).toBe(400);
    expect([stopped.status, forged.status]).toEqual([409, 422]);
    expect((await browser.get(here)).status).toBe(422);
    expect((await browser.get(pageOf(project, '/irc-gateway/redeliveries'))).status).toBe(404);
  });
});
