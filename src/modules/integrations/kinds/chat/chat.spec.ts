import { aContext, anEvent, NO_SHA, someSettings } from '../../../../../test/builders/integration-events.js';
import { chatNotificationsA } from '../chat-notifications-a.kind.js';
import { chatWebhookA } from '../chat-webhook-a.kind.js';
import { chatWebhookB } from '../chat-webhook-b.kind.js';
import { chatWebhookC } from '../chat-webhook-c.kind.js';
import { chatWebhookD } from '../chat-webhook-d.kind.js';
import { chatWebhookE } from '../chat-webhook-e.kind.js';
import { chatWebhookF } from '../chat-webhook-f.kind.js';
import type { IntegrationKind } from '../kind.js';
import type { IntegrationEvent } from '../step.js';
import { leastCpuMillis } from '../../../../../test/fixtures/least-cpu.js';

const WEBHOOK = 'https://chat.example.com/hook';
const PROJECT = 'https://code.example.com/group/project';
const settings = someSettings({ webhook: WEBHOOK });

function bodyOf(kind: IntegrationKind, event: IntegrationEvent) {
  const [step] = kind.plan(event, settings, aContext());
  const { http } = step!.call as { http: { body: { json: unknown } } };
  return JSON.parse(JSON.stringify(http.body.json));
}
/** The message as text with `[links](address)`. */
const said = (event: IntegrationEvent): string => bodyOf(chatWebhookB, event).text;

describe('the message of each event', () => {
  it.each([
    [
      anEvent('push'),
      'Ada Lovelace (ada) pushed to branch [main](P/-/tree/main) of [group/project](P) ' +
        `([Compare changes](P/-/compare/9f8e7d6c${'0'.repeat(31)}9...b2c3d4e5${'0'.repeat(31)}2))\n` +
        `[a1b2c3d4](P/-/commit/a1b2c3d4${'0'.repeat(31)}1): Fix the engine - Ada Lovelace\n` +
        `[b2c3d4e5](P/-/commit/b2c3d4e5${'0'.repeat(31)}2): Add a gear - Ada Lovelace`,
    ],
    [
      anEvent('push', { before: NO_SHA }),
      'Ada Lovelace (ada) pushed new branch [main](P/-/tree/main) to [group/project](P)',
    ],
    [anEvent('push', { after: NO_SHA }), 'Ada Lovelace (ada) removed branch main from [group/project](P)'],
    [anEvent('tag_push'), 'Ada Lovelace (ada) pushed new tag [v1.0](P/-/tree/v1.0) to [group/project](P)'],
    [
      anEvent('issue'),
      '[[group/project](P)] Issue #23 [Engine stops](P/-/issues/23) opened by Ada Lovelace (ada)\n' +
        'It stops after \\*\\*five\\*\\* turns.',
    ],
    [
      anEvent('issue', {}, { action: 'close' }),
      '[[group/project](P)] Issue #23 [Engine stops](P/-/issues/23) closed by Ada Lovelace (ada)',
    ],
    [
      anEvent('merge_request', {}, { action: 'unapproval' }),
      'Ada Lovelace (ada) unapproved merge request !5 [Replace the gear of KEY-7](P/-/merge_requests/5) in [group/project](P)',
    ],
    [
      anEvent('note'),
      'Ada Lovelace (ada) commented on [issue #23](P/-/issues/23#note_501) in [group/project](P): Engine stops\nDoes it turn?',
    ],
    [
      anEvent('note', { snippet: { id: 4, title: 'Notes' } }, { noteable_type: 'Snippet' }),
      'Ada Lovelace (ada) commented on [snippet $4](P/-/issues/23#note_501) in [group/project](P): Notes\nDoes it turn?',
    ],
    [
      anEvent('pipeline'),
      'Pipeline #[61](P/-/pipelines/61) of branch [main](P/-/tree/main) by Ada Lovelace (ada) has failed in 01:05\n' +
        `Branch: [main](P/-/tree/main)\nCommit: [Add a gear](P/-/commit/b2c3d4e5${'0'.repeat(31)}2)\n` +
        'Failed stage: test\nFailed job: unit',
    ],
    [
      anEvent('pipeline', {}, { status: 'success', tag: true, ref: 'v1', duration: 3665 }),
      'Pipeline #[61](P/-/pipelines/61) of tag [v1](P/-/tree/v1) by Ada Lovelace (ada) has passed with warnings in 01:01:05\n' +
        `Tag: [v1](P/-/tree/v1)\nCommit: [Add a gear](P/-/commit/b2c3d4e5${'0'.repeat(31)}2)\n` +
        'Failed stage: test\nFailed job: unit',
    ],
    [
      anEvent('build'),
      'Job [unit](P/-/jobs/72) of branch [main](P/-/tree/main) by Ada Lovelace (ada) has failed in 00:59\nStage: test',
    ],
    [
      anEvent('wiki_page'),
      'Ada Lovelace (ada) created wiki page [Home](P/-/wikis/home) in [group/project](P): Say hello',
    ],
    [
      anEvent('deployment'),
      'Deploy to production succeeded\n' +
        '[group/project](P) with job [#72](P/-/jobs/72) by [Ada Lovelace (ada)](https://code.example.com/ada)\n' +
        `[b2c3d4e5](P/-/commit/b2c3d4e5${'0'.repeat(31)}2): Add a gear`,
    ],
    [
      anEvent('alert'),
      'Alert triggered in [group/project](P): [Disk is full](P/-/alert_management/9/details)\n' +
        'Severity: critical\nEvents: 3\nStatus: triggered\nStart time: 2026-03-04T10:11:12.000Z',
    ],
  ])('of case %# is the one of the contract', (event, expected) => {
    expect(said(event)).toBe(expected.replaceAll('(P', `(${PROJECT}`));
  });

  it.each([
    anEvent('issue', {}, { action: 'update' }),
    anEvent('merge_request', {}, { action: 'update' }),
    anEvent('pipeline', {}, { status: 'running' }),
    anEvent('build', { build_status: 'running' }),
  ])('of case %# is none: chats are not told', (event) => {
    expect(chatNotificationsA.plan(event, settings, aContext())).toEqual([]);
  });

  it.each([
    [{ short_sha: null, commit_title: null }, ''],
    [{ commit_title: null }, `\n[b2c3d4e5](${PROJECT}/-/commit/b2c3d4e5${'0'.repeat(31)}2)`],
    [{ short_sha: null, commit_url: null }, '\nAdd a gear'],
  ])('shows of the commit of a deployment what is told: %j', (told, line) => {
    const lines = said(anEvent('deployment', told));
    expect(lines.slice(lines.indexOf('(ada)](https://code.example.com/ada)'))).toBe(
      `(ada)](https://code.example.com/ada)${line}`,
    );
  });

  it('leaves the commit of a pipeline out where none is told', () => {
    expect(said(anEvent('pipeline', { commit: null }, { sha: null }))).not.toContain('Commit');
  });

  it('links the commit of a pipeline that tells no more of it than its name', () => {
    const event = anEvent('pipeline', { commit: null }, { sha: 'a'.repeat(40) });

    expect(said(event)).toContain(`[${'a'.repeat(40)}](${PROJECT}/-/commit/${'a'.repeat(40)})`);
  });

  it('names ten failed jobs and counts the others; those that passed later are no failures', () => {
    const failed = Array.from({ length: 13 }, (_, at) => ({ id: at, name: `j${at}`, stage: 's', status: 'failed' }));
    const builds = [...failed, { id: 20, name: 'j0', stage: 's', status: 'success' }];

    expect(said(anEvent('pipeline', { builds }))).toContain(
      'Failed stage: s\nFailed jobs: j1, j2, j3, j4, j5, j6, j7, j8, j9, j10 and 2 more',
    );
  });

  it.each(['canceled', 'failed'])('warns of a success with a %s job that is allowed to fail', (status) => {
    const builds = [{ id: 1, name: 'lint', stage: 'test', status, allow_failure: true }];
    const event = anEvent('pipeline', { builds }, { status: 'success', detailed_status: 'passed with warnings' });

    expect(said(event)).toContain(' has passed with warnings in ');
  });

  it('names a job once that failed again when it was retried', () => {
    const builds = [1, 2].map((id) => ({ id, name: 'unit', stage: 'test', status: 'failed', retried: id === 1 }));

    expect(said(anEvent('pipeline', { builds }))).toMatch(/Failed stage: test\nFailed job: unit$/);
  });
});

describe('text from outside', () => {
  it.each([
    ['[click](https://evil.example.com)', 'click'],
    ['[[a](b)](https://evil.example.com)', '\\[a\\] (https://evil.example.com)'],
    ['<https://evil.example.com|click>', 'click'],
    ['<!channel> and <b>bold</b>', 'and bold'],
    ['a\u0007b\u009bc', 'abc'],
    ['\\[x](y) *a* `b`', '\\\\x \\*a\\* \\`b\\`'],
    ['@here', '@\u200bhere'],
    ['1 < 2 > 0', '1 \\< 2 \\> 0'],
  ])('%j stands in Markdown as %j', (title, expected) => {
    expect(
      said(anEvent('wiki_page', {}, { message: title }))
        .split('): ')
        .at(-1),
    ).toBe(expected);
  });

  it('stands in the other form with entities', () => {
    const body = bodyOf(chatNotificationsA, anEvent('wiki_page', {}, { title: 'a & <!here> <1', message: '' }));

    expect(body.text).toBe(
      `Ada Lovelace (ada) created wiki page <${PROJECT}/-/wikis/home|a &amp;  &lt;1> in <${PROJECT}|group/project>`,
    );
  });

  it('is no link where its address is none of the web, and ends no link early', () => {
    const dangerous = bodyOf(chatNotificationsA, anEvent('wiki_page', {}, { url: 'javascript:alert(1)', message: '' }));
    const closing = bodyOf(chatNotificationsA, anEvent('wiki_page', {}, { url: 'https://a/|x> <!here', message: '' }));

    expect(dangerous.text).toContain('wiki page Home in');
    expect(closing.text).toContain('<https://a/%7Cx%3E%20%3C!here|Home>');
  });

  it.each(['[', '](', '<', '<a|', '@', '[a](', '\u0000', '&'])('of 2 MiB of %j is read in 200 ms', async (sign) => {
    const text = sign.repeat(2_097_152 / sign.length);
    const event = anEvent('note', {}, { note: text, url: text });
    for (const kind of [chatNotificationsA, chatWebhookA, chatWebhookC, chatWebhookD, chatWebhookE, chatWebhookF]) {
      const least = await leastCpuMillis(() => kind.plan(event, settings, aContext()));

      expect([kind.slug, least < 200]).toEqual([kind.slug, true]);
    }
  });
});

describe('chat-notifications-a', () => {
  it('sends text and attachments', () => {
    const steps = chatNotificationsA.plan(anEvent('pipeline'), settings, aContext());
    const text =
      `Pipeline #<${PROJECT}/-/pipelines/61|61> of branch <${PROJECT}/-/tree/main|main> ` +
      'by Ada Lovelace (ada) has failed in 01:05';

    expect(steps).toEqual([
      {
        key: 'message',
        call: {
          http: {
            method: 'POST',
            url: WEBHOOK,
            body: {
              json: {
                text: '',
                attachments: [
                  {
                    fallback: 'Pipeline #61 of branch main by Ada Lovelace (ada) has failed in 01:05',
                    text,
                    color: 'danger',
                    fields: [
                      { title: 'Branch', value: `<${PROJECT}/-/tree/main|main>` },
                      { title: 'Commit', value: `<${PROJECT}/-/commit/b2c3d4e5${'0'.repeat(31)}2|Add a gear>` },
                      { title: 'Failed stage', value: 'test' },
                      { title: 'Failed job', value: 'unit' },
                    ],
                    footer: 'group/project',
                    ts: 1772619137,
                    mrkdwn_in: ['text', 'fields'],
                  },
                ],
              },
            },
          },
        },
      },
    ]);
  });

  it.each([
    [{ channel: 'general' }, 'issue', ['general']],
    [{ channel: 'general', issue_channel: '#a, #b,#a, ' }, 'issue', ['#a', '#b']],
    [{ issue_channel: '#a' }, 'confidential_issue', ['#a']],
    [{ issue_channel: '#a', confidential_issue_channel: '#c' }, 'confidential_issue', ['#c']],
    [{}, 'issue', [undefined]],
  ])('of %j sends %s to %j', (values, eventType, channels) => {
    const event = { ...anEvent('issue'), eventType };
    const own = someSettings({ webhook: WEBHOOK, username: 'bot', ...values });
    const bodies = chatNotificationsA
      .plan(event, own, aContext())
      .map(
        ({ call }) => (call as { http: { body: { json: { channel?: string; username?: string } } } }).http.body.json,
      );

    expect(bodies.map(({ channel }) => channel)).toEqual(channels);
    expect(bodies.map(({ username }) => username)).toEqual(channels.map(() => 'bot'));
  });
});

describe('the forms of chat webhooks', () => {
  const event = anEvent('wiki_page');
  const sentence = `Ada Lovelace (ada) created wiki page [Home](${PROJECT}/-/wikis/home) in [group/project](${PROJECT}): Say hello`;
  const long = anEvent('note', {}, { note: 'ä_'.repeat(20_000) });
  const plain = anEvent('note', {}, { note: 'a'.repeat(20_000) });

  it('are those of the contract', () => {
    expect(bodyOf(chatWebhookA, event)).toEqual({ subject: 'group/project', text: sentence, markdown: true });
    expect(bodyOf(chatWebhookB, event)).toEqual({ text: sentence });
    expect(bodyOf(chatWebhookC, event)).toEqual({ markdown: sentence });
    expect(bodyOf(chatWebhookD, anEvent('alert'))).toEqual({
      embeds: [
        {
          author: { name: 'group/project' },
          description: expect.stringContaining('Alert triggered in'),
          color: 0xe01e5a,
          timestamp: '2026-03-04T10:11:12.000Z',
        },
      ],
      allowed_mentions: { parse: [] },
    });
    expect(bodyOf(chatWebhookE, event).text).toContain(`<${PROJECT}/-/wikis/home|Home>`);
    expect(bodyOf(chatWebhookF, event)).toEqual({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            type: 'AdaptiveCard',
            version: '1.4',
            body: [{ type: 'TextBlock', text: sentence, wrap: true }],
            actions: [{ type: 'Action.OpenUrl', title: 'Open', url: `${PROJECT}/-/wikis/home` }],
          },
        },
      ],
    });
  });

  it('shorten what is too long for their receivers', () => {
    expect(bodyOf(chatWebhookD, long).embeds[0].description).toMatch(/^.{4095}…$|^.{4094}…$/s);
    expect(bodyOf(chatWebhookE, long).text).toHaveLength(4000);
    expect(Buffer.byteLength(bodyOf(chatWebhookC, long).markdown)).toBeLessThanOrEqual(7000);
    expect(Buffer.byteLength(bodyOf(chatWebhookC, plain).markdown)).toBe(7000);
    expect(Buffer.byteLength(JSON.stringify(bodyOf(chatWebhookF, long)))).toBeLessThanOrEqual(25_000);
  });
});
