import { aContext, anEvent, someSettings } from '../../../../../test/builders/integration-events.js';
import { issueTrackerC } from '../issue-tracker-c.kind.js';
import type { HttpCall, IntegrationEvent, Json, Step } from '../step.js';
import { storyTrackerComments } from '../story-tracker-comments.kind.js';
import { taskTrackerComments } from '../task-tracker-comments.kind.js';
import { leastCpuMillis } from '../../../../../test/fixtures/least-cpu.js';

const PROJECT = 'https://code.example.com/group/project';
const SHA = 'c'.repeat(40);
const COMMIT_URL = `${PROJECT}/-/commit/${SHA}`;
const aPush = (message: string, ref = 'refs/heads/main') =>
  anEvent('push', {
    ref,
    commits: [{ id: SHA, message, title: message.split('\n')[0]!, url: COMMIT_URL, author: { name: 'Ada' } }],
    total_commits_count: 1,
  });
const httpOf = ({ call }: Step) => (call as { http: HttpCall }).http;

/** Runs a plan against answers by method and path; tells the calls that it made. */
function run(steps: readonly Step[], answers: Readonly<Record<string, { status?: number; json?: Json }>>): string[] {
  return steps.flatMap((step) => {
    const { method, url } = httpOf(step);
    const call = `${method} ${new URL(url).pathname.replace('/base/rest/api/2', '')}`;
    const { status = 200, json = null } = answers[call] ?? {};
    const extracted = step.extract?.({ status, json }) ?? null;
    const isDone = status < 300 || [httpOf(step).alsoDone].flat().includes(status);
    return [call, ...(isDone ? run(step.next?.(extracted) ?? [], answers) : [])];
  });
}

describe('issue-tracker-c', () => {
  const values = { url: 'https://t.example.com', api_url: 'https://t.example.com/base/', username: 'u', password: 'p' };
  const plan = (event: IntegrationEvent, more = {}) =>
    issueTrackerC.plan(event, someSettings({ ...values, comment_on_event_enabled: true, ...more }), aContext());
  const open = { json: { fields: { resolution: null } } };

  it('reads the issue first', () => {
    expect(plan(aPush('See KEY-7'))).toEqual([
      {
        key: `KEY-7:${SHA}:issue`,
        call: {
          http: {
            method: 'GET',
            url: 'https://t.example.com/base/rest/api/2/issue/KEY-7',
            auth: { username: 'u', password: 'p' },
            alsoDone: [404],
          },
        },
        extract: expect.any(Function),
        next: expect.any(Function),
      },
    ]);
  });

  it('comments and links an issue that nobody linked', () => {
    expect(run(plan(aPush('See KEY-7 and KEY-8')), { 'GET /issue/KEY-8': { status: 404 } })).toEqual([
      'GET /issue/KEY-7',
      'GET /issue/KEY-7/remotelink',
      'GET /issue/KEY-7/comment',
      'POST /issue/KEY-7/comment',
      'POST /issue/KEY-7/remotelink',
      'GET /issue/KEY-8',
    ]);
  });

  it.each([
    [{ 'GET /issue/KEY-7/remotelink': { json: [{ object: { url: COMMIT_URL } }] } }, 3],
    [{ 'GET /issue/KEY-7/comment': { json: { comments: [{ body: `[a commit|${COMMIT_URL}]` }] } } }, 4],
  ])('of case %# does not comment again', (answers, calls) => {
    const made = run(plan(aPush('See KEY-7')), answers);

    expect(made).toHaveLength(calls);
    expect(made).not.toContain('POST /issue/KEY-7/comment');
    expect(made.at(-1)).toBe('POST /issue/KEY-7/remotelink');
  });

  it('only links where comments are off', () => {
    expect(run(plan(aPush('See KEY-7'), { comment_on_event_enabled: false }), {})).toEqual([
      'GET /issue/KEY-7',
      'POST /issue/KEY-7/remotelink',
    ]);
  });

  it.each([
    ['See [the page](http://y) of KEY-7', 'See the page of KEY-7'],
    ['See <http://y|the page> of KEY-7', 'See the page of KEY-7'],
    ['<b>KEY-7</b> is done', 'KEY-7 is done'],
    ['{quote}KEY-7: a < b\u0007', 'quoteKEY-7: a < b'],
  ])('quotes the title %j without links and tags', (title, quoted) => {
    const [issue] = plan(aPush(title));
    const [links] = issue!.next!(true);
    const [comments] = links!.next!(false);
    const [comment] = comments!.next!(false);

    expect(httpOf(comment!).body).toMatchObject({
      json: { body: expect.stringContaining(`{quote}${quoted}{quote}`) },
    });
  });

  it('writes who named the issue where, and the link', () => {
    const [issue] = plan(aPush('See {KEY-7} [x|http://y]'));
    const [links] = issue!.next!(true);
    const [comments] = links!.next!(false);
    const [comment, link] = comments!.next!(false);

    expect(httpOf(comment!).body).toEqual({
      json: {
        body:
          `[Ada Lovelace|https://code.example.com/ada] mentioned this issue in [a commit|${COMMIT_URL}] of ` +
          `[group/project|${PROJECT}] on branch [main|${PROJECT}/-/tree/main]:\n{quote}See KEY-7 xhttp://y{quote}`,
      },
    });
    expect(httpOf(link!).body).toEqual({
      json: {
        globalId: COMMIT_URL,
        relationship: 'mentioned on',
        object: {
          url: COMMIT_URL,
          title: 'Commit - See {KEY-7} [x|http://y]',
          icon: {
            title: 'Slipway',
            url16x16: 'https://code.example.com/assets/ci_favicons/favicon_status_created.png',
          },
          status: { resolved: false },
        },
      },
    });
  });

  const automatic = { jira_issue_transition_automatic: true };
  const transitions = {
    json: {
      transitions: [
        { id: '3', to: { statusCategory: { key: 'new' } } },
        { id: '5', to: { statusCategory: { key: 'done' } } },
      ],
    },
  };

  it.each([
    'Closes KEY-7',
    'fixed: KEY-7',
    'Resolving KEY-1, KEY-7',
    'Implements KEY-1 and\nKEY-7',
    'close issue KEY-7',
  ])('closes by %j on the default branch', (message) => {
    const made = run(plan(aPush(message), automatic), {
      'GET /issue/KEY-1': { status: 404 },
      'GET /issue/KEY-7': open,
      'GET /issue/KEY-7/transitions': transitions,
    });

    expect(made.filter((call) => call.includes('KEY-7'))).toEqual([
      'GET /issue/KEY-7',
      'GET /issue/KEY-7/transitions',
      'POST /issue/KEY-7/transitions',
      'GET /issue/KEY-7',
    ]);
  });

  it('says what solved the issue once it is resolved', () => {
    const [issue] = plan(aPush('Closes KEY-7'), automatic);
    const [list] = issue!.next!(true);
    const [move] = list!.next!(list!.extract!({ status: 200, ...transitions }));
    const [outcome] = move!.next!(null);
    const isResolved = outcome!.extract!({ status: 200, json: { fields: { resolution: { name: 'Done' } } } });
    const [comment, link] = outcome!.next!(isResolved);

    expect(httpOf(move!).body).toEqual({ json: { transition: { id: '5' } } });
    expect(httpOf(comment!).body).toEqual({ json: { body: `Issue solved with [${SHA}|${COMMIT_URL}].` } });
    expect(httpOf(link!).body).toMatchObject({ json: { object: { status: { resolved: true } } } });
    expect(new Set([issue, list, move, outcome, comment, link].map((step) => step!.key)).size).toBe(6);
  });

  it('tries the named transitions in their order and stops at a refusal', () => {
    const byIds = { jira_issue_transition_id: '5; 7,9' };
    const all = run(plan(aPush('Closes KEY-7'), byIds), { 'GET /issue/KEY-7': open });
    const refused = run(plan(aPush('Closes KEY-7'), byIds), {
      'GET /issue/KEY-7': open,
      'POST /issue/KEY-7/transitions': { status: 400 },
    });

    expect(all.filter((call) => call.startsWith('POST'))).toHaveLength(3);
    expect(refused).toEqual(['GET /issue/KEY-7', 'POST /issue/KEY-7/transitions']);
  });

  it.each([
    ['on another branch', aPush('Closes KEY-7', 'refs/heads/other'), automatic],
    ['without a transition', aPush('Closes KEY-7'), {}],
    [
      'when a merge request is opened',
      anEvent('merge_request', {}, { title: 'x', description: 'Closes KEY-7' }),
      automatic,
    ],
  ])('mentions instead of closing %s', (_when, event, more) => {
    expect(run(plan(event, more), {})).toContain('POST /issue/KEY-7/comment');
  });

  it('leaves resolved issues alone, and events that name none or are not told', () => {
    const resolved = { json: { fields: { resolution: { name: 'Done' } } } };

    expect(run(plan(aPush('Closes KEY-7'), automatic), { 'GET /issue/KEY-7': resolved })).toEqual(['GET /issue/KEY-7']);
    expect(plan(aPush('no-1 xKEY-7 KEY-7x key-7'))).toEqual([]);
    expect(plan(anEvent('merge_request', {}, { action: 'approved' }))).toEqual([]);
  });

  it('follows at most 100 issues', () => {
    const message = Array.from({ length: 150 }, (_, at) => `KEY-${at}`).join(' ');

    expect(plan(aPush(message))).toHaveLength(100);
  });
});

describe('task-tracker-comments', () => {
  const settings = someSettings({ api_key: 'key' });
  const plan = (message: string) => taskTrackerComments.plan(aPush(message), settings, aContext());

  it('reads, comments and ends each task', () => {
    const message = 'Fixes #12 and see https://app.asana.com/0/34/56/f, #12';
    const [first, second, ...others] = plan(message);
    const headers = { Authorization: 'Bearer key' };
    const text = `Ada Lovelace pushed to branch main of group/project (${COMMIT_URL}): ${message}`;

    expect(others).toEqual([]);
    expect(httpOf(first!)).toEqual({ method: 'GET', url: 'https://vendor.example.com/tasks/12', headers });
    expect(first!.next!(null).map(httpOf)).toEqual([
      {
        method: 'POST',
        url: 'https://vendor.example.com/tasks/12/stories',
        headers,
        body: { json: { data: { text } } },
      },
      {
        method: 'PUT',
        url: 'https://vendor.example.com/tasks/12',
        headers,
        body: { json: { data: { completed: true } } },
      },
    ]);
    expect(httpOf(second!).url).toBe('https://vendor.example.com/tasks/56');
    expect(second!.next!(null)).toHaveLength(1);
  });

  it('reads a text of 2 MiB in 200 ms, and makes at most 100 calls of it', async () => {
    const texts = ['#1 '.repeat(700_000), 'fix '.repeat(500_000), 'https://app.asana.com/0/'.repeat(80_000)];
    const steps = texts.map(plan);

    expect(await leastCpuMillis(() => texts.map(plan))).toBeLessThan(200);
    expect(steps.map(({ length }) => length)).toEqual([1, 0, 0]);
  });
});

describe('story-tracker-comments', () => {
  it('hands each commit on', () => {
    expect(storyTrackerComments.plan(aPush('[#7] x'), someSettings({ token: 't' }), aContext())).toEqual([
      {
        key: `commit:${SHA}`,
        call: {
          http: {
            method: 'POST',
            url: 'https://vendor.example.com/source_commits',
            headers: { 'X-TrackerToken': 't' },
            body: { json: { source_commit: { commit_id: SHA, author: 'Ada', url: COMMIT_URL, message: '[#7] x' } } },
          },
        },
      },
    ]);
  });
});
