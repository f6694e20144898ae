import { listAt, textAt } from '../payload/read-payload.js';
import { isOn } from '../settings-values.js';
import type { Json, Settings, Step } from '../step.js';
import type { Source } from './source.js';
import type { TrackerApi } from './tracker-api.js';
import { mentionComment, remoteLink } from './tracker-texts.js';

export interface Naming {
  readonly issue: string;
  readonly source: Source;
  readonly api: TrackerApi;
  readonly settings: Settings;
  readonly instanceUrl: string;
}

/** Step keys start with the issue and the source. */
export const stepKey = ({ issue, source }: Naming, name: string): string => `${issue}:${source.id}:${name}`;
const NOT_FOUND = 404;

/** Adds a comment and a link once to an issue that a text mentions (contract: integrations §6.3). */
export function mentionChain(naming: Naming): readonly Step[] {
  const { issue, api, settings } = naming;
  const found = api.get(stepKey(naming, 'issue'), `issue/${issue}`, [NOT_FOUND]);
  const isCommenting = isOn(settings, 'comment_on_event_enabled');
  return [
    {
      ...found,
      extract: ({ status }) => status !== NOT_FOUND,
      next: (exists) => (exists === true ? [isCommenting ? linksStep(naming) : linkStep(naming, false)] : []),
    },
  ];
}

/** Sets the link; a later one replaces it. */
export const linkStep = (naming: Naming, resolved: boolean): Step =>
  naming.api.post(
    stepKey(naming, 'link'),
    `issue/${naming.issue}/remotelink`,
    remoteLink(naming.source, naming.instanceUrl, resolved),
  );

const linksStep = (naming: Naming): Step => ({
  ...naming.api.get(stepKey(naming, 'links'), `issue/${naming.issue}/remotelink`),
  extract: ({ json }) => listAt(json).some((one) => textAt(one, 'object', 'url') === naming.source.url),
  next: (isLinked) => [isLinked === true ? linkStep(naming, false) : commentsStep(naming)],
});

const commentsStep = (naming: Naming): Step => ({
  ...naming.api.get(stepKey(naming, 'comments'), `issue/${naming.issue}/comment`),
  extract: ({ json }) => isNamedIn(json, naming.source.url),
  next: (isNamed) => [...(isNamed === true ? [] : [commentStep(naming)]), linkStep(naming, false)],
});

const isNamedIn = (answer: Json, url: string): boolean =>
  listAt(answer, 'comments').some((comment) => textAt(comment, 'body').includes(url));

const commentStep = (naming: Naming): Step =>
  naming.api.post(stepKey(naming, 'comment'), `issue/${naming.issue}/comment`, {
    body: mentionComment(naming.source, naming.instanceUrl),
  });
