import { counted } from '../../../../common/text/counted.js';
import { oneLine } from '../one-line.js';
import { pushOf } from '../payload/push-facts.js';
import type { PushedCommit, PushFacts } from '../payload/push-facts.js';
import { shortSha } from '../payload/ref-names.js';
import { channelUris } from '../recipients.js';
import { isOn, textOf } from '../settings-values.js';
import { cutToBytes } from '../shorten.js';
import type { Plan } from '../step.js';
import { COLORED, PLAIN } from './irc-style.js';
import type { IrcStyle } from './irc-style.js';

const MOST_BYTES = 400;
const MOST_COMMITS = 3;

/** Lines for the gateway, which posts them to the channels (contract: integrations §10.2). */
export const ircPlan: Plan = ({ payload }, settings) => {
  const to = channelUris(textOf(settings, 'recipients'), textOf(settings, 'default_irc_uri'));
  const style = isOn(settings, 'colorize_messages') ? COLORED : PLAIN;
  const lines = linesOf(pushOf(payload), style).map((line) =>
    JSON.stringify({ to, privmsg: cutToBytes(line, MOST_BYTES) }),
  );
  const host = textOf(settings, 'server_host');
  const port = Number(textOf(settings, 'server_port'));
  return to.length === 0 || lines.length === 0 ? [] : [{ key: 'lines', call: { tcp: { host, port, lines } } }];
};

function linesOf(push: PushFacts, style: IrcStyle): readonly string[] {
  const begin = `[${style.repository(oneLine(push.project.name))}] ${oneLine(push.user.name)}`;
  const branch = style.branch(oneLine(push.name));
  if (push.change === 'deleted') {
    return [`${begin} deleted branch ${branch}`];
  }
  const created = `${begin} pushed new branch ${branch}: ${style.url(oneLine(`${push.project.url}/-/branches`, MOST_BYTES))}`;
  return [...(push.change === 'created' ? [created] : []), ...(push.totalCommits > 0 ? commitLines(push, style) : [])];
}

function commitLines(push: PushFacts, style: IrcStyle): readonly string[] {
  const repository = style.repository(oneLine(push.project.name));
  const branch = style.branch(oneLine(push.name));
  const commits = `${style.count(String(push.totalCommits))} new commit${push.totalCommits === 1 ? '' : 's'}`;
  const commitLine = ({ id, authorName, fileCount, title }: PushedCommit): string =>
    `${repository}/${branch} ${style.sha(oneLine(shortSha(id)))} ${oneLine(authorName)} (${counted(fileCount, 'file')}): ${oneLine(title)}`;
  return [
    `[${repository}] ${oneLine(push.user.name)} pushed ${commits} to branch ${branch}: ${style.url(oneLine(push.compareUrl, MOST_BYTES))}`,
    ...push.commits.slice(-MOST_COMMITS).map(commitLine),
  ];
}
