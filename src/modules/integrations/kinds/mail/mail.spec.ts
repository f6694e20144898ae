import { aContext, anEvent, NO_SHA, someSettings } from '../../../../../test/builders/integration-events.js';
import { emailsOnPush } from '../emails-on-push.kind.js';
import { pipelinesEmail } from '../pipelines-email.kind.js';
import type { IntegrationEvent, MailCall, PlanContext } from '../step.js';
import type { IntegrationKind } from '../kind.js';

function mailsOf(kind: IntegrationKind, event: IntegrationEvent, values = {}, context: Partial<PlanContext> = {}) {
  const settings = someSettings({ recipients: 'a@example.com', ...values });
  return kind.plan(event, settings, aContext(context)).map(({ call }) => (call as { mail: MailCall }).mail);
}
const DIFF = 'diff --git a/b.txt b/b.txt\n--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-<old>\n+new\n';

describe('emails-on-push', () => {
  it('sends the commits and the diff to each recipient by itself', () => {
    const event = anEvent('push');
    const steps = emailsOnPush.plan(event, someSettings({ recipients: 'A@x.org b@x.org a@x.org' }), aContext());
    const [mail] = mailsOf(emailsOnPush, event, {}, { diff: DIFF });

    expect(steps.map(({ key }) => key)).toEqual(['mail:a@x.org', 'mail:b@x.org']);
    expect(steps.map(({ call }) => (call as { mail: MailCall }).mail.to)).toEqual(['A@x.org', 'b@x.org']);
    expect(mail).toEqual({
      to: 'a@example.com',
      subject: '[Git][group/project][main] 2 commits: Fix the engine',
      headers: {
        'Auto-Submitted': 'auto-generated',
        'X-Service-Project': 'group/project',
        'X-Service-Project-Id': '7',
      },
      text: expect.any(String),
      html: expect.any(String),
    });
    expect(mail!.text).toBe(
      'Ada Lovelace (ada) pushed to branch main of group/project\n' +
        `https://code.example.com/group/project/-/compare/9f8e7d6c${'0'.repeat(31)}9...b2c3d4e5${'0'.repeat(31)}2\n\n` +
        'a1b2c3d4 by Ada Lovelace at 2026-03-04T10:11:12.000+00:00\nFix the engine\n\nIt stopped after KEY-7, see #12.\n\n' +
        `b2c3d4e5 by Ada Lovelace at 2026-03-04T10:11:12.000+00:00\nAdd a gear\n\n${DIFF}`,
    );
    expect(mail!.html).toContain('-&lt;old&gt;\n+new');
  });

  it.each([
    [anEvent('push', { commits: [{ id: 'a', title: 'One\r\nBcc: x' }], total_commits_count: 1 }), '[main] One Bcc: x'],
    [anEvent('push', { before: NO_SHA }), ' Pushed new branch main'],
    [anEvent('tag_push'), ' Pushed new tag v1.0'],
    [anEvent('tag_push', { before: 'a'.repeat(40), after: NO_SHA }), ' Deleted tag v1.0'],
  ])('of case %# has its subject in one line', (event, subject) => {
    expect(mailsOf(emailsOnPush, event)[0]!.subject).toBe(`[Git][group/project]${subject}`);
  });

  it('holds no control characters of commits and differences', () => {
    const commits = [{ id: 'a1b2c3d4e5', title: 'One', message: 'One\r\n\u001b]0;title\u0007two\u009b31m' }];
    const [mail] = mailsOf(emailsOnPush, anEvent('push', { commits }), {}, { diff: `${DIFF}+\u001b[31mred\n` });

    expect(mail!.text).toContain('One\n]0;titletwo31m');
    expect(`${mail!.text}${mail!.html}`).toContain('+[31mred');
    expect(`${mail!.text}${mail!.html}`).not.toMatch(/(?![\n\t])\p{Cc}/u);
  });

  it('tells neither author nor time of a commit that comes without', () => {
    const event = anEvent('push', { commits: [{ id: 'a1b2c3d4e5', message: 'One' }] });
    const [mail] = mailsOf(emailsOnPush, event, {}, { diff: '' });

    expect(mail!.text).toMatch(/\n\na1b2c3d4\nOne\n$/);
    expect(mail!.html).not.toContain(' by ');
  });

  it('has no diff where it is not wanted, and says why there is none', () => {
    const event = anEvent('push');

    expect(mailsOf(emailsOnPush, event, { disable_diffs: true }, { diff: DIFF })[0]!.text).not.toContain('diff');
    expect(mailsOf(emailsOnPush, event)[0]!.text).toContain('The diff is not available');
    expect(mailsOf(emailsOnPush, event, {}, { diff: DIFF.repeat(31) })[0]!.text).toContain('The diff is too long');
    expect(mailsOf(emailsOnPush, event, {}, { diff: DIFF.repeat(30) })[0]!.text).not.toContain('too long');
    expect(mailsOf(emailsOnPush, event, {}, { diff: `${DIFF}${'+\n'.repeat(6000)}` })[0]!.text).toContain('too long');
  });

  it.each([
    ['ada@code.example.com', '"Ada Lovelace" <ada@code.example.com>'],
    ['ada@mail.code.example.com', '"Ada Lovelace" <ada@mail.code.example.com>'],
    ['ada@example.com', undefined],
    ['ada@notcode.example.com', undefined],
    ['x>\r\nBcc: y@code.example.com', undefined],
  ])('comes from %j as %j', (email, from) => {
    const event = anEvent('push', { user_email: email });

    const [mail] = mailsOf(emailsOnPush, event, { send_from_committer_email: true });

    expect([mail!.from, mail!.headers?.['Reply-To']]).toEqual([from, from]);
    expect(mailsOf(emailsOnPush, event)[0]!.from).toBeUndefined();
  });
});

describe('pipelines-email', () => {
  it('names the failed jobs with the ends of their logs', () => {
    const log = `${Array.from({ length: 20 }, (_, at) => `line ${at}`).join('\n')}\n\u001b[31;1mred\u001b[0m <b>\n`;
    const [mail] = mailsOf(
      pipelinesEmail,
      anEvent('pipeline'),
      { recipients: 'a@example.com,b' },
      { failedJobLogs: new Map([['72', log]]) },
    );

    expect(mail).toMatchObject({
      to: 'a@example.com',
      subject: 'Project | Failed pipeline for main | b2c3d4e5',
      headers: {
        'X-Service-Pipeline-Id': '61',
        'X-Service-Pipeline-Ref': 'main',
        'X-Service-Pipeline-Status': 'failed',
      },
    });
    expect(mail!.text).toContain('Failed job: test / unit\nline 11\n');
    expect(mail!.text).toContain('line 19\nred <b>\n');
    expect(mail!.text).not.toContain('line 10\n');
    expect(mail!.html).toContain('red &lt;b&gt;');
  });

  it('names a job once that failed again when it was retried, with its newest log', () => {
    const builds = [1, 2].map((id) => ({ id, name: 'unit', stage: 'test', status: 'failed', retried: id === 1 }));
    const failedJobLogs = new Map([
      ['1', 'first run'],
      ['2', 'second run'],
    ]);
    const [mail] = mailsOf(
      pipelinesEmail,
      anEvent('pipeline', { builds }),
      { recipients: 'a@example.com' },
      { failedJobLogs },
    );

    expect(mail!.text).toContain('Failed job: test / unit\nsecond run\n');
    expect(mail!.text).not.toContain('first run');
  });

  it('tells of success, and of nothing that is not over', () => {
    expect(mailsOf(pipelinesEmail, anEvent('pipeline', {}, { status: 'success' }))[0]!.subject).toBe(
      'Project | Successful pipeline for main | b2c3d4e5',
    );
    expect(mailsOf(pipelinesEmail, anEvent('pipeline', {}, { status: 'running' }))).toEqual([]);
  });
});
