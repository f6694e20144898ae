import { anAlertIntegration } from '../../builders/alerts.js';
import { aMember, aProject, aUser, unique } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import type { Answer } from '../../support/api-client.js';
import { formsOf, WebBrowser } from '../../support/web-browser.js';

let app: TestApp;
let owner: TestUser;
let project: TestProject;
let browser: WebBrowser;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app);
  project = await aProject(owner.api, { visibility: 'private' });
  browser = await WebBrowser.of(app.url, owner);
});
afterAll(() => app.close());

const below = (path: string) => `/${project.path_with_namespace}${path}`;
const settings = (path = '') => below(`/-/settings/alert_integrations${path}`);
const at = (path: string) => `projects/${project.id}/${path}`;
const codeOf = ({ text }: Answer, id: string) => new RegExp(`<code id="${id}">([^<]*)</code>`).exec(text)?.[1];
const addressOf = ({ web_url: url }: { web_url: string }) => new URL(url).pathname;

/** An alert that came in, as REST shows it. */
async function anAlert(fields: object = {}) {
  const { id } = await anAlertIntegration(owner.api, project.id);
  const payload = { title: unique('Disk full'), severity: 'high', ...fields };
  const { body } = await owner.api.post(at(`alert_integrations/${id}/test`), { payload });
  return (await owner.api.get(at(`alert_management_alerts/${body[0].iid as number}`))).body;
}

describe('the pages of alert integrations', () => {
  it('save one and show its address and its key, which the address takes', async () => {
    const blank = await browser.get(settings('/new'));

    const saved = await browser.submit(blank, { 'integration[name]': 'Cron' }, 'Save alert integration');

    expect([saved.status, saved.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const [url, key] = [codeOf(saved, 'alert-url'), codeOf(saved, 'alert-key')];
    const sent = await fetch(url!, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title: 'It works' }),
    });
    expect(sent.status).toBe(200);
    expect((await browser.get(settings())).text).toContain('Cron');
  });

  it('show what is wrong beside the fields, with what was typed', async () => {
    const blank = await browser.get(settings('/new'));

    const refused = await browser.submit(
      blank,
      { 'integration[name]': '', 'integration[payload_attribute_mappings]': '{"x":1}' },
      'Save alert integration',
    );

    expect(refused.status).toBe(422);
    expect(refused.text).toContain('is invalid');
    expect(refused.text).toContain('{&quot;x&quot;:1}');
  });

  it('show what is wrong with a checkbox beside it', async () => {
    const { id } = await anAlertIntegration(owner.api, project.id);

    const refused = await browser.submit(
      await browser.get(settings(`/${id}`)),
      { 'integration[signature_required]': '1' },
      'Save changes',
    );

    expect(refused.status).toBe(422);
    expect(refused.text).toMatch(/aria-describedby="integration-signature_required-notes"/);
    expect(refused.text).toMatch(
      /<div id="integration-signature_required-notes">\s*<p class="error">needs a signing secret<\/p>/,
    );
  });

  it('take a mapping as its JSON text', async () => {
    const made = await anAlertIntegration(owner.api, project.id);
    const mapping = { title: { path: ['names', 0] } };

    const changed = await browser.submit(
      await browser.get(settings(`/${made.id}`)),
      { 'integration[payload_attribute_mappings]': JSON.stringify(mapping) },
      'Save changes',
    );

    expect(changed.status).toBe(200);
    expect((await owner.api.get(at(`alert_integrations/${made.id}`))).body.payload_attribute_mappings).toEqual(mapping);
  });

  it('change, reset the key and delete', async () => {
    const made = await anAlertIntegration(owner.api, project.id);
    const here = settings(`/${made.id}`);
    const shown = await browser.get(here);
    expect(codeOf(shown, 'alert-key')).toBe(made.token);

    const changed = await browser.submit(
      shown,
      { 'integration[name]': 'Other', 'integration[active]': '0' },
      'Save changes',
    );
    expect(changed.status).toBe(200);
    expect((await owner.api.get(at(`alert_integrations/${made.id}`))).body).toMatchObject({
      name: 'Other',
      active: false,
    });
    const reset = await browser.submit(await browser.get(here), {}, 'Reset key');
    expect(codeOf(reset, 'alert-key')).not.toBe(made.token);
    expect((await browser.submit(await browser.get(here), {}, 'Delete')).status).toBe(303);
    expect((await browser.get(here)).status).toBe(404);
  });

  it('try a payload: the alert that it made is named, or what it would become', async () => {
    const { id } = await anAlertIntegration(owner.api, project.id, {
      payload_attribute_mappings: { title: { path: ['event', 'name'] } },
    });
    const payload = JSON.stringify({ event: { name: unique('Mapped') } });
    const shown = await browser.get(settings(`/${id}`));

    const tried = await browser.submit(shown, { payload }, 'Send test alert');
    const wrong = await browser.submit(shown, { payload: '[1]' }, 'Send test alert');
    const { title } = { title: (JSON.parse(payload) as { event: { name: string } }).event.name };

    expect(tried.text).toContain(title);
    const address = /href="([^"]*\/alert_management\/\d+\/details)"/.exec(tried.text)?.[1] ?? '';
    expect((await browser.get(address)).text).toContain(title);
    expect(wrong.status).toBe(422);
    const count = async () => (await app.sql('select 1 from alerts where project_id = $1', [project.id])).length;
    const before = await count();
    const explained = await browser.submit(
      shown,
      { payload: '{"event":{"name":"Only"}}', dry_run: 'true' },
      'Send test alert',
    );
    expect(explained.text).toContain('Only');
    expect(await count()).toBe(before);
  });

  it('hide the key and the forms from Developers, and all from Reporters', async () => {
    const made = await anAlertIntegration(owner.api, project.id);
    const [developer, reporter] = [await aMember(app, { project }, 30), await aMember(app, { project }, 20)];
    const asDeveloper = await WebBrowser.of(app.url, developer);
    const asReporter = await WebBrowser.of(app.url, reporter);

    const shown = await asDeveloper.get(settings(`/${made.id}`));
    expect(codeOf(shown, 'alert-url')).toBe(made.url);
    expect(shown.text).not.toContain(made.token);
    expect((await asDeveloper.get(settings('/new'))).status).toBe(403);
    const forged = { authenticity_token: await asDeveloper.csrfToken(), _method: 'delete' };
    expect((await asDeveloper.post(settings(`/${made.id}`), forged)).status).toBe(403);
    expect((await asReporter.get(settings())).status).toBe(403);
  });
});

describe('the pages of alerts', () => {
  it('list alerts by status, severity and search, with counts', async () => {
    const alert = await anAlert();

    const { text } = await browser.get(
      below(`/-/alert_management?search=${encodeURIComponent(alert.title as string)}`),
    );
    const resolved = await browser.get(below('/-/alert_management?status=resolved'));

    expect(text).toContain(addressOf(alert));
    expect(text).toContain('open (1)');
    expect(resolved.text).not.toContain(addressOf(alert));
    expect((await browser.get(below('/-/alert_management?status=x&severity=x&sort=x&page=x'))).status).toBe(200);
  });

  it('show the record, change status and assignee, and make an incident', async () => {
    const alert = await anAlert({ hosts: ['web-1'], description: '<b>full</b>' });
    const here = addressOf(alert);
    const shown = await browser.get(here);
    expect(shown.text).toContain('web-1');
    expect(shown.text).toContain('&lt;b&gt;full&lt;/b&gt;');

    const refused = await browser.submit(shown, { status: 'acknowledged', assignee: 'nobody-of-that-name' }, 'Save');
    const saved = await browser.submit(shown, { status: 'acknowledged', assignee: owner.username }, 'Save');
    const incident = await browser.submit(await browser.get(here), {}, 'Create incident');

    expect([refused.status, saved.status, incident.status]).toEqual([422, 303, 303]);
    expect(formsOf(refused.text).find(({ button }) => button === 'Save')?.fields).toMatchObject({
      status: 'acknowledged',
      assignee: 'nobody-of-that-name',
    });
    expect((await owner.api.get(at(`alert_management_alerts/${alert.iid as number}`))).body).toMatchObject({
      status: 'acknowledged',
      assignees: [{ username: owner.username }],
    });
    expect((await browser.get(incident.headers.get('location') ?? '')).text).toContain(here);
  });

  it('are for Developers', async () => {
    const alert = await anAlert();
    const reporter = await WebBrowser.of(app.url, await aMember(app, { project }, 20));

    expect((await reporter.get(addressOf(alert))).status).toBe(403);
    expect((await new WebBrowser(app.url).get(addressOf(alert))).status).toBe(302);
  });
});

describe('the pages of incidents', () => {
  it('list incidents, close and reopen one, and resolve its alerts with it', async () => {
    const alert = await anAlert();
    const { body: incident } = await owner.api.post(at(`alert_management_alerts/${alert.iid as number}/incident`));
    const here = addressOf(incident);

    expect((await browser.get(below('/-/incidents?state=opened'))).text).toContain(here);
    await browser.submit(await browser.get(here), {}, 'Close incident');
    expect((await owner.api.get(at(`alert_management_alerts/${alert.iid as number}`))).body.status).toBe('resolved');
    expect((await browser.get(below('/-/incidents?state=opened'))).text).not.toContain(here);
    await browser.submit(await browser.get(here), {}, 'Reopen incident');
    expect((await owner.api.get(at(`incidents/${incident.iid as number}`))).body.state).toBe('opened');
  });

  it('are read by Reporters, who change nothing', async () => {
    const alert = await anAlert();
    const { body: incident } = await owner.api.post(at(`alert_management_alerts/${alert.iid as number}/incident`));
    const reporter = await WebBrowser.of(app.url, await aMember(app, { project }, 20));

    const shown = await reporter.get(addressOf(incident));

    expect(shown.status).toBe(200);
    expect(shown.text).not.toContain('Close incident');
  });
});
