import { aContext, anEvent, NO_SHA, someSettings } from '../../../../../test/builders/integration-events.js';
import { ircGateway } from '../irc-gateway.kind.js';
import type { IntegrationEvent } from '../step.js';

const PROJECT = 'https://code.example.com/group/project';
const BEFORE = `9f8e7d6c${'0'.repeat(31)}9`;
const LAST = `b2c3d4e5${'0'.repeat(31)}2`;
const settings = {
  recipients: 'irc://irc.example.com/#a b',
  default_irc_uri: 'irc://irc.example.com/',
  server_host: 'gateway.example.com',
  server_port: 6659,
};

function said(event: IntegrationEvent, more = {}): string[] {
  const [step] = ircGateway.plan(event, someSettings({ ...settings, ...more }), aContext());
  const { tcp } = step!.call as { tcp: { lines: readonly string[] } };
  return tcp.lines.map((line) => (JSON.parse(line) as { privmsg: string }).privmsg);
}

describe('irc-gateway', () => {
  it('sends a JSON object per line', () => {
    const to = ['irc://irc.example.com/#a', 'irc://irc.example.com/b'];
    const line = (privmsg: string) => JSON.stringify({ to, privmsg });

    expect(ircGateway.plan(anEvent('push'), someSettings(settings), aContext())).toEqual([
      {
        key: 'lines',
        call: {
          tcp: {
            host: 'gateway.example.com',
            port: 6659,
            lines: [
              line(
                `[Project] Ada Lovelace pushed 2 new commits to branch main: ${PROJECT}/-/compare/${BEFORE}...${LAST}`,
              ),
              line('Project/main a1b2c3d4 Ada Lovelace (2 files): Fix the engine'),
              line('Project/main b2c3d4e5 Ada Lovelace (1 file): Add a gear'),
            ],
          },
        },
      },
    ]);
  });

  it('tells of new and deleted branches', () => {
    expect(said(anEvent('push', { before: NO_SHA, total_commits_count: 0, commits: [] }))).toEqual([
      `[Project] Ada Lovelace pushed new branch main: ${PROJECT}/-/branches`,
    ]);
    expect(said(anEvent('push', { after: NO_SHA }))).toEqual(['[Project] Ada Lovelace deleted branch main']);
  });

  it('colours the parts and closes each colour', () => {
    const [first, second] = said(anEvent('push', { total_commits_count: 1 }), { colorize_messages: true });

    expect(first).toBe(
      '[\x0305Project\x0f] Ada Lovelace pushed \x021\x0f new commit to branch \x0306main\x0f: ' +
        `\x0302\x1f${PROJECT}/-/compare/${BEFORE}...${LAST}\x0f`,
    );
    expect(second).toContain('\x0305Project\x0f/\x0306main\x0f \x0314a1b2c3d4\x0f Ada');
  });

  it('holds no control characters of others, and at most 400 bytes', () => {
    const commit = {
      id: 'a\r\nQUIT\u0007',
      title: `a\r\nQUIT\u0007 ${'ü'.repeat(300)}`,
      author: { name: 'Ü'.repeat(300) },
    };
    const [, line] = said(anEvent('push', { commits: [commit] }));

    expect(line).not.toMatch(/\p{Cc}|\ufffd/u);
    expect(Buffer.byteLength(line!)).toBeLessThanOrEqual(400);
    expect(Buffer.byteLength(line!)).toBeGreaterThan(390);
  });
});
