import { INTEGRATION_KINDS } from '../../../src/modules/integrations/kinds/index.js';
import { kindsInTable, settingsOf } from '../../builders/integrations.js';
import { aMember, aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { notFound } from '../../support/answers.js';
import { DEVELOPER } from '../../support/levels.js';
import { until } from '../../support/until.js';

let app: TestApp;
let owner: TestUser;
let project: TestProject;
beforeAll(async () => {
  app = await startApp({ jobs: false, env: { NODE_ENV: 'development' } });
  owner = await aUser(app);
  project = await aProject(owner.api);
});
afterAll(() => app.close());

const at = (slug: string, base = 'integrations', id = project.id) => `projects/${id}/${base}/${slug}`;
const put = (slug: string, body: object) => owner.api.put(at(slug), body);
const kinds = kindsInTable();
const WEBHOOK = 'https://chat.example.com/hook/of-secret-words';

describe('every kind', () => {
  it('has a row in test/fixtures/integration-parameters.md, and demands the same parameters', () => {
    expect(INTEGRATION_KINDS.map(({ slug }) => slug)).toEqual(kinds.map(({ slug }) => slug));
    expect(
      INTEGRATION_KINDS.map(({ slug, params }) => ({
        slug,
        required: params.filter(({ required }) => required).map(({ name }) => name),
      })),
    ).toEqual(kinds);
  });

  it.each(kinds)('$slug: PUT, GET, DELETE and GET keep one record and show no secret', async (kind) => {
    const own = await aProject(owner.api);
    const path = at(kind.slug, 'integrations', own.id);
    const sent = settingsOf(kind);
    const never = await owner.api.get(path);
    const set = await owner.api.put(path, sent);
    const read = await owner.api.get(path);
    const listed = await owner.api.get(at('', 'integrations', own.id).slice(0, -1));
    const deleted = await owner.api.delete(path);
    const after = await owner.api.get(path);
    const isActive = kind.slug !== 'issue-tracker-c';
    const params = INTEGRATION_KINDS.find(({ slug }) => slug === kind.slug)!.params;

    expect(never).toMatchObject({ status: 404, body: { message: '404 Integration Not Found' } });
    expect(set).toMatchObject({ status: 200, body: { slug: kind.slug, active: isActive } });
    expect(read.body).toEqual(set.body);
    expect(listed.body).toHaveLength(isActive ? 1 : 0);
    expect(deleted.status).toBe(204);
    expect(after.body).toEqual({ ...set.body, active: false, updated_at: expect.any(String) });
    for (const { name, secret } of params) {
      const isShown = !secret && !['notify_only_default_branch', 'active'].includes(name);
      expect([name, name in set.body.properties]).toEqual([name, isShown]);
      expect(isShown && name in sent ? set.body.properties[name] : sent[name]).toBe(sent[name]);
    }
    for (const { name } of params.filter((param) => param.secret && param.name in sent)) {
      expect(`${set.text}${read.text}${listed.text}`).not.toContain(sent[name]);
    }
  });

  it.each(kinds.filter(({ required }) => required.length > 0))(
    '$slug: PUT names the first that is missing',
    async (kind) => {
      const sent = settingsOf(kind);
      for (const [index, name] of kind.required.entries()) {
        const before = Object.fromEntries(Object.entries(sent).slice(0, index));

        expect(await put(kind.slug, { ...before, [name]: null })).toMatchObject({
          status: 400,
          body: { message: `400 (Bad request) "${name}" not given` },
        });
      }
    },
  );
});

describe('PUT /projects/:id/integrations/:slug', () => {
  it('answers the whole record with its defaults', async () => {
    const { body } = await put('chat-webhook-a', { webhook: WEBHOOK });

    expect(body).toEqual({
      id: expect.any(Number),
      title: 'Chat webhook A',
      slug: 'chat-webhook-a',
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      active: true,
      commit_events: true,
      push_events: true,
      issues_events: true,
      confidential_issues_events: true,
      merge_requests_events: true,
      tag_push_events: true,
      note_events: true,
      confidential_note_events: true,
      pipeline_events: true,
      wiki_page_events: true,
      job_events: true,
      comment_on_event_enabled: true,
      properties: { notify_only_broken_pipelines: true, branches_to_be_notified: 'default', alert_events: false },
      delivery: {
        state: 'healthy',
        consecutive_failures: 0,
        last_success_at: null,
        last_failure_at: null,
        paused_until: null,
        paused_reason: null,
        signing: false,
      },
    });
  });

  it('keeps what is not sent, and resets an optional one with null or an empty text', async () => {
    await put('chat-notifications-a', {
      webhook: WEBHOOK,
      username: ' bot ',
      channel: 'general',
      notify_only_broken_pipelines: 'no',
      push_events: '0',
      alert_events: 'yes',
    });
    const kept = await put('chat-notifications-a', { webhook: WEBHOOK, job_events: true });
    const reset = await put('chat-notifications-a', { webhook: WEBHOOK, username: '', channel: null });

    expect(kept.body).toMatchObject({
      push_events: false,
      job_events: true,
      properties: { username: 'bot', channel: 'general', notify_only_broken_pipelines: false, alert_events: true },
    });
    expect(reset.body.properties).toMatchObject({ username: null, channel: null });
  });

  it('resets a flag to what it is at first with null or an empty text', async () => {
    await put('ci-server-c', {
      jenkins_url: WEBHOOK,
      project_name: 'app',
      push_events: false,
      merge_requests_events: true,
      tag_push_events: true,
    });
    const reset = await put('ci-server-c', {
      jenkins_url: WEBHOOK,
      project_name: 'app',
      push_events: null,
      merge_requests_events: '',
    });

    expect(reset.body).toMatchObject({ push_events: true, merge_requests_events: false, tag_push_events: true });
  });

  it('reads notify_only_default_branch as branches unless those are sent', async () => {
    const branchesAfter = async (sent: object) =>
      (await put('chat-webhook-b', { webhook: WEBHOOK, ...sent })).body.properties.branches_to_be_notified;

    expect(await branchesAfter({ notify_only_default_branch: false })).toBe('all');
    expect(await branchesAfter({ notify_only_default_branch: true })).toBe('default');
    expect(await branchesAfter({ notify_only_default_branch: true, branches_to_be_notified: 'protected' })).toBe(
      'protected',
    );
  });

  it('takes forms and query strings, aliases, underscores and the older path', async () => {
    const form = new URLSearchParams({
      new_issue_url: 'http://t.example.com/new',
      project_url: 'http://t.example.com',
    });
    form.set('issues_url', 'http://t.example.com/:id');
    const byQuery = await owner.api.put(`${at('custom_issue_tracker', 'services')}?${form.toString()}`);
    const byAlias = await owner.api.get(at('custom-issue-tracker'));
    const own = await aProject(owner.api);
    const slack = await owner.api.put(at('slack', 'services', own.id), { webhook: WEBHOOK });

    expect(byQuery).toMatchObject({ status: 200, body: { slug: 'custom-issue-tracker' } });
    expect(byAlias.body.id).toBe(byQuery.body.id);
    expect(slack.body).toMatchObject({ slug: 'chat-notifications-a', job_events: false });
  });

  it('takes .json after a slug, as after any fixed word', async () => {
    const own = await aProject(owner.api);
    const set = await owner.api.put(at('slack.json', 'integrations', own.id), { webhook: WEBHOOK });
    const read = await owner.api.get(at('chat-notifications-a.json', 'services', own.id));
    const unknown = await owner.api.get(at('nothing.json', 'integrations', own.id));

    expect([set.status, read.status, unknown.status]).toEqual([200, 200, 404]);
    expect(unknown.body).toEqual({ error: '404 Not Found' });
    expect((await owner.api.delete(at('chat_notifications_a.json', 'integrations', own.id))).status).toBe(204);
  });

  it.each([
    ['chat-webhook-a', { webhook: 'nowhere' }, { webhook: ['must be a valid URL'] }],
    ['chat-webhook-a', { webhook: 'ftp://x.example.com' }, { webhook: ['must be an http or https URL'] }],
    ['chat-webhook-a', { webhook: ' ' }, { webhook: ["can't be blank"] }],
    [
      'chat-webhook-a',
      { webhook: WEBHOOK, push_events: 'perhaps', branches_to_be_notified: 'some' },
      { push_events: ['is invalid'], branches_to_be_notified: ['does not have a valid value'] },
    ],
    ['chat-flow-a', { token: ['a'] }, { token: ['is invalid'] }],
    ['chat-flow-a', { token: 'a\nb' }, { token: ['is invalid'] }],
    ['chat-flow-a', { token: 'x'.repeat(2049) }, { token: ['is too long (maximum is 2048 characters)'] }],
    ['chat-flow-a', { token: 't', signing_secret: 'whsec_short' }, { signing_secret: ['is invalid'] }],
    ['push-notifications', { api_key: 'a', user_key: 'b', priority: 2 }, { priority: ['does not have a valid value'] }],
    ['monitoring-a', { api_key: 'a b' }, { api_key: ['is invalid'] }],
    ['monitoring-a', { api_key: 'a', datadog_tags: 'a:b\nc' }, { datadog_tags: ['have an invalid format'] }],
    ['emails-on-push', { recipients: 'nobody' }, { recipients: ['must contain at least one email address'] }],
    ['irc-gateway', { recipients: '#channel' }, { recipients: ['are all invalid'] }],
    ['irc-gateway', { recipients: 'irc://h/#c', server_port: 0 }, { server_port: ['is invalid'] }],
    [
      'issue-tracker-b',
      {
        new_issue_url: 'http://a.example.com',
        project_url: 'http://a.example.com',
        issues_url: 'http://a.example.com',
      },
      { issues_url: ['must contain :id'] },
    ],
    ['code-host-status', { token: 't', repository_url: 'https://c.example.com/a' }, { repository_url: ['is invalid'] }],
    ['ci-server-c', { jenkins_url: 'http://ci.example.com', project_name: 'a/../b' }, { project_name: ['is invalid'] }],
    [
      'ci-server-c',
      { jenkins_url: 'http://ci.example.com', project_name: 'a', password: 'p' },
      { username: ["can't be blank"] },
    ],
    [
      'metrics-server',
      { api_url: 'http://m.example.com', google_iap_service_account_json: '{}' },
      { google_iap_service_account_json: ['is invalid'] },
    ],
    ['irc-gateway', { recipients: 'irc://h/c', server_host: '8.8.8.8:99' }, { server_host: ['is invalid'] }],
  ])('%s refuses %j', async (slug, sent, message) => {
    const own = await aProject(owner.api);

    expect(await owner.api.put(at(slug, 'integrations', own.id), sent)).toMatchObject({
      status: 400,
      body: { message },
    });
    expect((await owner.api.get(at(slug, 'integrations', own.id))).status).toBe(404);
  });

  it.each([
    ['http://127.0.0.1:8080/x', 'Requests to loopback addresses are not allowed'],
    ['http://2130706433/', 'Requests to loopback addresses are not allowed'],
    ['http://[::ffff:10.0.0.1]/', 'Requests to the local network are not allowed'],
    ['http://localhost/', 'Requests to localhost are not allowed'],
    ['http://169.254.169.254/latest', 'Requests to the link local network are not allowed'],
    ['http://100.64.1.1/', 'Requests to the shared address space are not allowed'],
    ['http://8.8.8.8:22/', 'Requests to this port are not allowed'],
    ['http://8.8.8.8:0/', 'Requests to this port are not allowed'],
  ])('refuses the address %s', async (webhook, reason) => {
    expect(await put('chat-webhook-c', { webhook })).toMatchObject({
      status: 400,
      body: { message: { webhook: [`is blocked: ${reason}`] } },
    });
  });

  it('judges conditional headers after the settings, and wants a record for If-Match', async () => {
    const own = await aProject(owner.api);
    const path = at('chat-webhook-d', 'integrations', own.id);
    const put = async (body: object, headers: Record<string, string>) =>
      (await owner.api.put(path, body, { headers })).status;
    const never = await put({ webhook: WEBHOOK }, { 'If-Match': '*' });
    const stillNone = (await owner.api.get(path)).status;
    const first = await put({ webhook: WEBHOOK }, { 'If-Unmodified-Since': new Date(0).toUTCString() });
    const then = await put({ webhook: WEBHOOK }, { 'If-Match': '*' });

    expect([never, stillNone, first, then]).toEqual([412, 404, 200, 200]);
    expect(await put({ webhook: WEBHOOK }, { 'If-Match': '"stale"' })).toBe(412);
    expect(await put({}, { 'If-Match': '"stale"' })).toBe(400);
    expect(await put({ webhook: 'nowhere' }, { 'If-Match': '"stale"' })).toBe(400);
  });

  it('of two first calls makes one record', async () => {
    const own = await aProject(owner.api);
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((token) => owner.api.put(at('chat-flow-a', 'integrations', own.id), { token })),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  });

  it('seals secrets, and clears the password of another server', async () => {
    const server = { jenkins_url: 'http://ci.example.com', project_name: 'a', username: 'u' };
    const secrets = async () =>
      (
        await app.sql<{ secrets: Buffer | null }>(
          `select secrets from integrations where project_id = $1 and slug = 'ci-server-c'`,
          [project.id],
        )
      )[0]!.secrets;
    await put('ci-server-c', { ...server, password: 'very-secret' });
    await put('ci-server-c', server);
    const kept = await secrets();
    await put('ci-server-c', { ...server, jenkins_url: 'http://other.example.com' });

    expect(kept).not.toBeNull();
    expect(kept!.toString('latin1')).not.toContain('very-secret');
    expect(await secrets()).toBeNull();
  });

  it('shows the token of slash commands to who reads the record, not in the list', async () => {
    const set = await put('slash-commands-a', { token: 'shown-token' });
    const list = await owner.api.get(`projects/${project.id}/integrations`);

    expect(set.body.properties).toEqual({ token: 'shown-token' });
    expect(list.text).not.toContain('shown-token');
  });

  it('tells whether deliveries are signed', async () => {
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    const signed = await put('chat-flow-a', { token: 't', signing_secret: secret });
    const kept = await put('chat-flow-a', { token: 't' });
    const removed = await put('chat-flow-a', { token: 't', signing_secret: '' });

    expect(signed.body.delivery.signing).toBe(true);
    expect(signed.text).not.toContain(secret);
    expect(kept.body.delivery.signing).toBe(true);
    expect(removed.body.delivery.signing).toBe(false);
  });
});

describe('rights of integrations', () => {
  it('are those of Maintainers, judged before the slug', async () => {
    const developer = await aMember(app, { project }, DEVELOPER);

    expect((await developer.api.get(at('nothing'))).status).toBe(403);
    expect((await app.anonymous.get(at('nothing'))).status).toBe(401);
    expect(await owner.api.get(at('nothing'))).toMatchObject({ status: 404, body: { error: '404 Not Found' } });
    expect(await owner.api.post(at('chat-flow-a'))).toMatchObject({ status: 405, body: { error: '405 Not Allowed' } });
  });

  it('hides the project from strangers', async () => {
    const stranger = await aUser(app);

    expect(await stranger.api.get(at('chat-flow-a'))).toMatchObject({
      status: 404,
      body: { message: '404 Project Not Found' },
    });
  });
});

describe('GET /integration_kinds', () => {
  it('describes every kind, to every signed-in user', async () => {
    const { body } = await owner.api.get('integration_kinds?per_page=100');

    expect(body.map(({ slug }: { slug: string }) => slug)).toEqual(INTEGRATION_KINDS.map(({ slug }) => slug));
    expect(body[0]).toMatchObject({
      aliases: ['asana'],
      parameters: [{ name: 'api_key', type: 'text', required: true, secret: true }, { name: 'restrict_to_branch' }, {}],
      testable: true,
    });
    expect((await app.anonymous.get('integration_kinds')).status).toBe(401);
  });

  it('lists the switch of the kind that a change does not switch on among its parameters', async () => {
    const { body } = await owner.api.get('integration_kinds?per_page=100');
    const withSwitch = body.filter(({ parameters }: { parameters: { name: string }[] }) =>
      parameters.some(({ name }) => name === 'active'),
    );

    expect(withSwitch.map(({ slug }: { slug: string }) => slug)).toEqual(['issue-tracker-c']);
    expect(withSwitch[0].parameters[4]).toMatchObject({
      name: 'active',
      type: 'bool',
      required: false,
      default: false,
    });
  });
});

describe('a change that waits for another one', () => {
  // not of pg_stat_activity, in which a transaction sees no connection that is newer than its first look
  const WAITING = 'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))';

  it('is 404 when the project is removed meanwhile', async () => {
    const own = await aProject(owner.api);
    const path = at('chat-webhook-f', 'integrations', own.id);
    expect((await owner.api.put(path, { webhook: WEBHOOK })).status).toBe(200);
    await app.sql('begin');
    await app.sql('select from integrations where project_id = $1 for update', [own.id]);
    const change = owner.api.put(path, { webhook: `${WEBHOOK}/other` });
    await until(async () => (await app.sql(WAITING)).length > 0);
    await app.sql('delete from projects where id = $1', [own.id]);
    await app.sql('commit');

    expect(await change).toMatchObject(notFound('Project'));
  });
});
