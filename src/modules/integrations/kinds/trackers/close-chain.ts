import { listAt, memberAt, textAt } from '../payload/read-payload.js';
import { isOn, textOf } from '../settings-values.js';
import type { Json, Settings, Step } from '../step.js';
import { linkStep, stepKey } from './mention-chain.js';
import type { Naming } from './mention-chain.js';
import { solvedComment } from './tracker-texts.js';

const NOT_FOUND = 404;

/** Transition ids from the settings, in their order. */
const transitionIds = (settings: Settings): readonly string[] =>
  textOf(settings, 'jira_issue_transition_id').match(/\d+/g) ?? [];

const isAutomatic = (settings: Settings): boolean => isOn(settings, 'jira_issue_transition_automatic');

/** Whether the settings say how to close an issue. */
export const canClose = (settings: Settings): boolean => isAutomatic(settings) || transitionIds(settings).length > 0;

/** Closes an issue and comments what solved it; closed issues are left as they are (contract: integrations §6.3). */
export function closeChain(naming: Naming): readonly Step[] {
  const { issue, api, settings } = naming;
  const ids = transitionIds(settings);
  return [
    {
      ...api.get(stepKey(naming, 'issue'), `issue/${issue}`, [NOT_FOUND]),
      extract: ({ status, json }) => status !== NOT_FOUND && !isResolved(json),
      next: (isOpen) => {
        if (isOpen !== true) {
          return [];
        }
        return isAutomatic(settings) ? [transitionsStep(naming)] : transitionSteps(naming, ids);
      },
    },
  ];
}

const isResolved = (issue: Json): boolean => memberAt(issue, 'fields', 'resolution') !== null;

const transitionsStep = (naming: Naming): Step => ({
  ...naming.api.get(stepKey(naming, 'transitions'), `issue/${naming.issue}/transitions`),
  extract: ({ json }) => firstDone(json),
  next: (id) => (typeof id === 'string' ? transitionSteps(naming, [id]) : []),
});

function firstDone(answer: Json): Json {
  const done = listAt(answer, 'transitions').find((one) => textAt(one, 'to', 'statusCategory', 'key') === 'done');
  return done === undefined ? null : textAt(done, 'id');
}

/** Transitions run one after the other: a refusal stops them. */
function transitionSteps(naming: Naming, [id, ...others]: readonly string[]): readonly Step[] {
  if (id === undefined) {
    return [outcomeStep(naming)];
  }
  const step = naming.api.post(stepKey(naming, `transition-${others.length}`), `issue/${naming.issue}/transitions`, {
    transition: { id },
  });
  return [{ ...step, next: () => transitionSteps(naming, others) }];
}

const outcomeStep = (naming: Naming): Step => ({
  ...naming.api.get(stepKey(naming, 'outcome'), `issue/${naming.issue}`),
  extract: ({ json }) => isResolved(json),
  next: (isEnded) => (isEnded === true ? solvedSteps(naming) : []),
});

function solvedSteps(naming: Naming): readonly Step[] {
  const comment = naming.api.post(stepKey(naming, 'comment'), `issue/${naming.issue}/comment`, {
    body: solvedComment(naming.source),
  });
  return [...(isOn(naming.settings, 'comment_on_event_enabled') ? [comment] : []), linkStep(naming, true)];
}
