import { pushOf } from '../payload/push-facts.js';
import { memberAt, textAt } from '../payload/read-payload.js';
import type { IntegrationEvent, Json, PlanContext } from '../step.js';

/**
 * Whether there is something to build; a branch with an open merge request is built for the merge request instead
 * (contract: integrations §6.5).
 */
export function hasWork({ objectKind, payload }: IntegrationEvent, { openMergeRequests }: PlanContext): boolean {
  if (objectKind === 'merge_request') {
    return isFreshMergeRequest(payload);
  }
  const push = pushOf(payload);
  if (push.change === 'deleted') {
    return false;
  }
  const isInMergeRequest = openMergeRequests.some(({ sourceBranch }) => sourceBranch === push.name);
  return objectKind === 'tag_push' || (push.totalCommits > 0 && !isInMergeRequest);
}

function isFreshMergeRequest(payload: Json): boolean {
  const action = textAt(payload, 'object_attributes', 'action');
  const hasNewHead = memberAt(payload, 'object_attributes', 'oldrev') !== null;
  const isFresh = action === 'open' || action === 'reopen' || (action === 'update' && hasNewHead);
  const state = textAt(payload, 'object_attributes', 'state');
  return isFresh && (state === '' || state === 'opened'); // if the state is missing, these actions imply that it is open
}
