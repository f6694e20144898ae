import { aMember, aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { DEVELOPER } from '../../support/levels.js';

let app: TestApp;
let owner: TestUser;
let project: TestProject;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app);
  project = await aProject(owner.api);
});
afterAll(() => app.close());

const ID = 'a'.repeat(40);
const NOTHING = '0'.repeat(40);
const post = (event: object, to = project) => owner.api.post(`projects/${to.id}/events`, event);
const push = (fields: object = {}) => ({
  object_kind: 'push',
  ref: 'refs/heads/main',
  before: NOTHING,
  after: ID,
  ...fields,
});
const about = (object_kind: string, object_attributes: object = {}) => ({ object_kind, object_attributes });
const mergeRequest = (fields: object = {}) =>
  about('merge_request', { iid: 7, title: 'T', source_branch: 'topic', target_branch: 'main', ...fields });

async function aTold(settings: object = {}): Promise<TestProject> {
  const told = await aProject(owner.api);
  await owner.api.put(`projects/${told.id}/integrations/chat-webhook-b`, {
    webhook: 'https://chat.example.com/hook',
    ...settings,
  });
  return told;
}

describe('POST /projects/:id/events', () => {
  it('stores the event with its deliveries', async () => {
    const told = await aTold();
    const { status, body } = await post({ ...about('issue', { iid: 3, title: 'Broken' }), event_id: 'mine' }, told);

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      event_id: 'mine',
      object_kind: 'issue',
      event_type: 'issue',
      ref: null,
      project_id: told.id,
      created_at: expect.stringMatching(/Z$/),
      deliveries: [{ id: expect.any(Number), integration: 'chat-webhook-b', state: 'pending' }],
    });
  });

  it('answers the first event to the same event_id, however many come at once', async () => {
    const told = await aTold();
    const event = { ...about('issue', { iid: 3, title: 'Broken' }), event_id: 'same' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(event, told)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await app.sql('select id from deliveries where project_id = $1', [told.id])).toHaveLength(1);
  });

  it('takes events of a blank event_id for different ones', async () => {
    const event = { ...about('issue', { iid: 3, title: 'Broken' }), event_id: '' };
    const answers = [await post(event), await post(event)];

    expect(answers.map(({ status, body }) => [status, body.event_id])).toEqual([
      [201, null],
      [201, null],
    ]);
  });

  it.each([
    [{}, '400 (Bad request) "object_kind" not given'],
    [{ object_kind: 'party' }, { object_kind: ['does not have a valid value'] }],
    [{ object_kind: 'push', ref: 'main' }, '400 (Bad request) "before" not given'],
    [{ object_kind: 'issue' }, '400 (Bad request) "object_attributes" not given'],
    [about('issue', { title: 'T' }), { object_attributes: { iid: ["can't be blank"] } }],
    [about('issue', { iid: 'x', title: 'T' }), { object_attributes: { iid: ['is invalid'] } }],
    [push({ before: 'x' }), { before: ['is invalid'] }],
    [push({ after: NOTHING }), { after: ['is invalid'] }],
    [push({ ref: ' ', after: '' }), { ref: ["can't be blank"], after: ["can't be blank"] }],
    [{ object_kind: 'deployment', status: '', environment: 'e' }, { status: ["can't be blank"] }],
    [{ object_kind: 'archive_trace', build_id: '' }, '400 (Bad request) "build_id" not given'],
    [push({ ref: 'refs/tags/v1' }), { ref: ['is invalid'] }],
    [{ ...push(), object_kind: 'tag_push' }, { ref: ['is invalid'] }],
    [push({ commits: [{ message: 'no id' }] }), { commits: ['is invalid'] }],
    [mergeRequest({ state: 'lost' }), { object_attributes: { state: ['does not have a valid value'] } }],
    [{ object_kind: 'deployment', status: 'x', environment: 'e' }, { status: ['does not have a valid value'] }],
  ])('refuses %j', async (event, message) => {
    expect(await post(event)).toMatchObject({ status: 400, body: { message } });
  });

  it('reads job as build, a bare branch name, and numbers of forms', async () => {
    const build = await post({ object_kind: 'job', build_id: 1, build_name: 'test', build_status: 'success' });
    const pushed = await post(push({ ref: 'topic' }));
    const form = new URLSearchParams({
      object_kind: 'issue',
      'object_attributes[iid]': '4',
      'object_attributes[title]': 'T',
    });
    const sent = await owner.api.send('POST', `projects/${project.id}/events`, form);

    expect(build.body).toMatchObject({ object_kind: 'build' });
    expect(pushed.body).toMatchObject({ ref: 'refs/heads/topic' });
    expect(sent).toMatchObject({ status: 201, body: { object_kind: 'issue' } });
  });

  it('replaces the project, completes what is missing, and keeps what is unknown', async () => {
    const commits = Array.from({ length: 22 }, (_, index) => ({ id: ID, message: `Title ${index}\n\nMore` }));
    const { body } = await post({
      ...push({ commits, extra: { a: 1 } }),
      project: { id: 1 },
      project_id: 1,
      dry_run: true,
    });

    expect(body.event).toMatchObject({
      project: { id: project.id },
      project_id: project.id,
      user_username: owner.username,
      total_commits_count: 22,
      extra: { a: 1 },
      checkout_sha: ID,
    });
    expect(body.event.commits).toHaveLength(20);
    expect(body.event.commits[0]).toMatchObject({
      title: 'Title 2',
      url: expect.stringMatching(new RegExp(`/-/commit/${ID}$`)),
    });
  });

  it.each<[object, object]>([
    [about('issue', { iid: 3, title: 'T' }), { object_attributes: { url: '/-/issues/3' } }],
    [
      mergeRequest({ last_commit: { id: ID } }),
      { object_attributes: { url: '/-/merge_requests/7', last_commit: { url: `/-/commit/${ID}` } } },
    ],
    [
      { ...about('note', { note: 'N', noteable_type: 'Issue' }), issue: { iid: 3 } },
      { object_attributes: { url: '/-/issues/3' }, issue: { url: '/-/issues/3' } },
    ],
    [
      { ...about('note', { note: 'N', noteable_type: 'Commit' }), commit: { id: ID } },
      { object_attributes: { url: `/-/commit/${ID}` }, commit: { url: `/-/commit/${ID}` } },
    ],
    [
      { ...about('pipeline', { id: 5, status: 'failed', ref: 'main' }), commit: { id: ID } },
      { object_attributes: { url: '/-/pipelines/5' }, commit: { url: `/-/commit/${ID}` } },
    ],
    [
      { object_kind: 'build', build_id: 6, build_name: 'b', build_status: 'failed', commit: { id: ID } },
      { build_url: '/-/jobs/6', commit: { url: `/-/commit/${ID}` } },
    ],
    [about('wiki_page', { title: 'Home', slug: 'home' }), { object_attributes: { url: '/-/wikis/home' } }],
    [
      { object_kind: 'deployment', status: 'success', environment: 'e', deployable_id: 6, short_sha: 'aaaaaaaa' },
      { deployable_url: '/-/jobs/6', commit_url: '/-/commit/aaaaaaaa' },
    ],
    [{ object_kind: 'archive_trace', build_id: 6, trace_url: null }, { trace_url: '/-/jobs/6/raw' }],
    [about('alert', { title: 'T', iid: 8 }), { object_attributes: { url: '/-/alert_management/8/details' } }],
    [
      about('issue', { iid: 3, title: 'T', url: 'http://t.example/3' }),
      { object_attributes: { url: 'http://t.example/3' } },
    ],
  ])('builds the addresses that are missing in %j', async (event, addresses) => {
    const { body } = await post({ ...event, dry_run: true });
    const relative = JSON.stringify(body.event).replaceAll(`"${body.event.project.web_url}/-/`, '"/-/');

    expect(JSON.parse(relative)).toMatchObject(addresses);
  });

  it('says with dry_run which integrations fire and why, and stores nothing', async () => {
    const told = await aTold({ issues_events: false });
    const reasonFor = async (event: object) => {
      const { status, body } = await post({ ...event, dry_run: true }, told);
      return [status, body.integrations[0].reason, body.integrations[0].fires];
    };

    expect(await reasonFor(about('issue', { iid: 1, title: 'T' }))).toEqual([200, 'flag_off', false]);
    expect(await reasonFor({ object_kind: 'deployment', status: 'running', environment: 'e' })).toEqual([
      200,
      'unsupported_event',
      false,
    ]);
    expect(await reasonFor(push({ ref: 'topic' }))).toEqual([200, 'branch_filter', false]);
    expect(await reasonFor(push({ ref: 'topic', ref_protected: true }))).toEqual([200, 'branch_filter', false]);
    expect(await reasonFor(about('pipeline', { id: 1, status: 'success', ref: 'main' }))).toEqual([
      200,
      'pipeline_filter',
      false,
    ]);
    expect(await reasonFor(mergeRequest({ action: 'update' }))).toEqual([200, 'action_filter', false]);
    expect(await reasonFor(mergeRequest({ action: 'open', user: { name: 'N' } }))).toEqual([200, 'matched', true]);
    expect(await app.sql('select 1 from integration_events where project_id = $1', [told.id])).toEqual([]);
  });

  it('shows no secret in what would be sent', async () => {
    const told = await aTold({ webhook: 'https://chat.example.com/hook/of-secret-words' });
    const { text, body } = await post({ ...mergeRequest({ action: 'open' }), dry_run: true }, told);

    expect(body.integrations[0].steps[0]).toMatchObject({
      transport: 'http',
      method: 'POST',
      url: 'https://chat.example.com/[FILTERED]',
    });
    expect(text).not.toContain('of-secret-words');
  });

  it('tells of the variables of a pipeline by their names alone', async () => {
    const variablesOf = async (variables: unknown) => {
      const { body } = await post({
        ...about('pipeline', { id: 5, status: 'failed', ref: 'main', variables }),
        dry_run: true,
      });
      return body.event.object_attributes.variables;
    };

    expect(await variablesOf([{ key: 'PASSWORD', value: 'hunter2' }, { key: 'A' }, 'B=c', null])).toEqual([
      { key: 'PASSWORD' },
      { key: 'A' },
    ]);
    expect(await variablesOf({ PASSWORD: 'hunter2' })).toEqual([]);
    expect(await variablesOf(null)).toBeNull();
  });

  it('makes an issue confidential by its attributes', async () => {
    const told = await aTold({ confidential_issues_events: false });
    const { body } = await post(about('issue', { iid: 1, title: 'T', confidential: true }), told);

    expect(body).toMatchObject({ object_kind: 'issue', event_type: 'confidential_issue', deliveries: [] });
  });

  it.each<[string, object]>([
    ['object_kind=issue&object_attributes[iid]=1&object_attributes[title]=T&object_attributes[confidential]=true', {}],
    ['object_kind=issue&object_attributes[iid]=1&object_attributes[title]=T&object_attributes[internal]=1', {}],
    [
      'object_kind=note&object_attributes[note]=N&object_attributes[noteable_type]=Issue&issue[confidential]=yes',
      { confidential_note_events: false },
    ],
  ])('takes the switches of forms for what they are: %s', async (form, settings) => {
    const told = await aTold({ confidential_issues_events: false, ...settings });
    const sent = await owner.api.send('POST', `projects/${told.id}/events`, new URLSearchParams(form));

    expect(sent.body).toMatchObject({ event_type: expect.stringMatching(/^confidential_/), deliveries: [] });
  });

  it('keeps true switches and numbers of what forms send as text', async () => {
    const form = 'object_kind=build&build_id=3&build_name=b&build_status=failed&build_allow_failure=true&tag=no';
    const sent = await owner.api.send(
      'POST',
      `projects/${project.id}/events?dry_run=true`,
      new URLSearchParams(`${form}&build_duration=70.5&builds[0][id]=7&builds[0][allow_failure]=0`),
    );

    expect(sent.body.event).toMatchObject({
      build_id: 3,
      build_allow_failure: true,
      tag: false,
      build_duration: 70.5,
      builds: [{ id: 7, allow_failure: false }],
    });
  });

  it.each([null, 'Bob', []])('takes the caller for the user where %j is sent', async (user) => {
    const { body } = await post({ ...about('issue', { iid: 1, title: 'T' }), user, dry_run: true });
    const pushed = await post({ ...push(), user_name: null, user_email: null, dry_run: true });

    expect(body.event.user).toMatchObject({ id: owner.id, username: owner.username });
    expect(pushed.body.event).toMatchObject({ user_name: expect.any(String), user_email: expect.any(String) });
  });

  it('keeps the newest state of merge requests', async () => {
    const state = async () => {
      const rows = await app.sql<{ state: string }>('select state from open_merge_requests where project_id = $1', [
        project.id,
      ]);
      return rows.map((row) => row.state);
    };
    await post(mergeRequest({ state: 'opened', updated_at: '2026-01-01T10:00:00Z' }));
    const opened = await state();
    await post(mergeRequest({ action: 'merge', updated_at: '2026-01-02T10:00:00Z' }));
    const merged = await state();
    await post(mergeRequest({ state: 'opened', updated_at: '2026-01-01T12:00:00Z' }));

    expect([opened, merged, await state()]).toEqual([['opened'], ['merged'], ['merged']]);
  });

  it('refuses more than 2 MiB, and those who may not manage the project', async () => {
    const large = await post({ ...about('issue', { iid: 1, title: 'T' }), filler: 'x'.repeat(2_100_000) });
    const developer = await aMember(app, { project }, DEVELOPER);
    const refused = await developer.api.post(`projects/${project.id}/events`, push());
    const anonymous = await app.anonymous.post(`projects/${project.id}/events`, push());

    expect(large).toMatchObject({ status: 413, body: { message: '413 Payload Too Large' } });
    expect(refused).toMatchObject({ status: 403, body: { message: '403 Forbidden' } });
    expect(anonymous).toMatchObject({ status: 401, body: { message: '401 Unauthorized' } });
  });
});

describe('GET /projects/:id/external_links', () => {
  it('answers wiki, trackers and the references of a text', async () => {
    const linked = await aProject(owner.api);
    const at = (slug: string) => `projects/${linked.id}/integrations/${slug}`;
    await owner.api.put(at('external-wiki'), { external_wiki_url: 'https://wiki.example.com' });
    await owner.api.put(at('wiki-link-a'), { confluence_url: 'https://first.example.com' });
    await owner.api.put(at('custom-issue-tracker'), {
      new_issue_url: 'https://t.example.com/new',
      project_url: 'https://t.example.com',
      issues_url: 'https://t.example.com/issues/:id',
    });
    const { body } = await owner.api.get(`projects/${linked.id}/external_links?text=${encodeURIComponent('See #12.')}`);

    expect(body).toEqual({
      wiki: { slug: 'wiki-link-a', url: 'https://first.example.com' },
      issue_trackers: [
        {
          slug: 'custom-issue-tracker',
          project_url: 'https://t.example.com',
          new_issue_url: 'https://t.example.com/new',
          issues_url: 'https://t.example.com/issues/:id',
        },
      ],
      references: [{ reference: '#12', slug: 'custom-issue-tracker', url: 'https://t.example.com/issues/12' }],
    });
  });
});
