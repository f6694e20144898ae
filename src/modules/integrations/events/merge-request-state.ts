import { toTime } from '../../../common/params/coerce.js';
import { objectIn, textIn } from '../planning/json.js';
import type { EventPayload } from '../records/event-payload.js';
import type { MergeRequestState } from '../records/open-merge-requests.repository.js';

const STATES: Readonly<Record<string, string>> = { close: 'closed', merge: 'merged' };

/**
 * Reads the state of the merge request from a merge_request event; the action decides if the state is missing
 * (contract: integrations §4.3).
 */
export function mergeRequestStateOf(projectId: number, payload: EventPayload): MergeRequestState {
  const attributes = objectIn(payload, 'object_attributes');
  const updated = toTime(attributes.updated_at);
  return {
    projectId,
    iid: Number(attributes.iid),
    sourceBranch: textIn(attributes, 'source_branch'),
    targetBranch: textIn(attributes, 'target_branch'),
    state: textIn(attributes, 'state') || (STATES[textIn(attributes, 'action')] ?? 'opened'),
    updatedAt: updated.ok ? updated.value.toISOString() : null,
  };
}
