import { cleanLine } from '../clean-text.js';
import { oneLine } from '../one-line.js';
import type { Json } from '../step.js';
import type { Source } from './source.js';

/** Cleaned text without the characters of the tracker's markup (contract: integrations §6.1, §6.3). */
const clean = (text: string): string => oneLine(cleanLine(text).replace(/[[\]{}|]/g, ''));
const link = (text: string, url: string): string =>
  `[${clean(text)}|${url.replace(/[\s[\]{}|]/g, encodeURIComponent)}]`;

/** Comment that says where an issue was mentioned (contract: integrations §6.3). */
export function mentionComment(source: Source, instanceUrl: string): string {
  const { noun, project, user } = source;
  const name = user.username === '' ? clean(user.name) : link(user.name, `${instanceUrl}/${user.username}`);
  const place = `${link(`a ${noun}`, source.url)} of ${link(project.path, project.url)} on branch ${link(source.branch, source.branchUrl)}`;
  return `${name} mentioned this issue in ${place}:\n{quote}${clean(source.title)}{quote}`;
}

export const solvedComment = ({ reference, url }: Source): string => `Issue solved with ${link(reference, url)}.`;

const PREFIXES = { commit: 'Commit', 'merge request': 'Merge request' } as const;

/** A link on the issue; one with an equal `globalId` is replaced. */
export const remoteLink = ({ noun, url, title }: Source, instanceUrl: string, resolved: boolean): Json => ({
  globalId: url,
  relationship: 'mentioned on',
  object: {
    url,
    title: `${PREFIXES[noun]} - ${oneLine(title)}`,
    icon: {
      title: 'Slipway',
      url16x16: `${instanceUrl}/assets/ci_favicons/favicon_status_${resolved ? 'success' : 'created'}.png`,
    },
    status: { resolved },
  },
});
