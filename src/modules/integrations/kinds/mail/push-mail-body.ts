import { address, html } from '../../../../platform/views/html.js';
import type { Safe } from '../../../../platform/views/html.js';
import { oneLine } from '../one-line.js';
import type { PushedCommit, PushFacts } from '../payload/push-facts.js';
import { shortSha } from '../payload/ref-names.js';
import { actorName } from '../payload/user-facts.js';
import { cutDiff } from './cut-diff.js';

export interface PushMail {
  readonly push: PushFacts;
  /** Null if the repository does not have these commits. */
  readonly diff: string | null;
  readonly showsDiff: boolean;
}

const WORDS = { created: 'pushed new', moved: 'pushed to', deleted: 'deleted' } as const;
const NO_DIFF = 'The diff is not available: the repository does not have these commits.';
const MOST_OF_MESSAGE = 5000;

const sentence = ({ user, change, kind, name, project }: PushFacts): string =>
  `${oneLine(actorName(user))} ${WORDS[change]} ${kind} ${oneLine(name)} of ${project.path}`;

const linkOf = ({ change, url, compareUrl, project }: PushFacts): string =>
  ({ created: url, moved: compareUrl, deleted: project.url })[change];

/** The part of a diff that is shown, and a note about the rest. */
function shownDiff({ diff, showsDiff }: PushMail): { text: string; note: string } {
  if (!showsDiff) {
    return { text: '', note: '' };
  }
  return diff === null ? { text: '', note: NO_DIFF } : cutDiff(diff);
}

/** The plain text of a mail about a push (contract: integrations §10.1). */
export function pushMailText(mail: PushMail): string {
  const { push } = mail;
  const { text, note } = shownDiff(mail);
  const commits = push.commits.map(
    (commit) => `${shortSha(commit.id)}${byline(commit)}\n${commit.message.slice(0, MOST_OF_MESSAGE).trim()}`,
  );
  const parts = [`${sentence(push)}\n${linkOf(push)}`, ...commits, text, note];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** The HTML of a mail about a push (contract: integrations §10.1). */
export function pushMailHtml(mail: PushMail): Safe {
  const { push } = mail;
  const { text, note } = shownDiff(mail);
  return html`<p>${sentence(push)}</p>
    <p><a href="${address(linkOf(push))}">${linkOf(push)}</a></p>
    ${
      push.commits.length > 0 &&
      html`<ul>
        ${push.commits.map(commitItem)}
      </ul>`
    }
    ${text !== '' && html`<pre>${text}</pre>`} ${note !== '' && html`<p>${note}</p>`} `;
}

const commitItem = (commit: PushedCommit): Safe =>
  html`<li>
    <a href="${address(commit.url)}">${shortSha(commit.id)}</a>${byline(commit)}
    <pre>${commit.message.slice(0, MOST_OF_MESSAGE).trim()}</pre>
  </li>`;

/** Events from other sources may lack the author and the time. */
const byline = ({ authorName, timestamp }: PushedCommit): string =>
  [oneLine(authorName) && ` by ${oneLine(authorName)}`, timestamp && ` at ${timestamp}`].join('');
