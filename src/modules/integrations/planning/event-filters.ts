import { BRANCHES, TAGS } from '../../../platform/git/ref-names.js';
import type { IntegrationKind } from '../kinds/kind.js';
import type { IntegrationEvent, Settings } from '../kinds/step.js';
import type { EventPayload } from '../records/event-payload.js';
import { objectIn, textIn } from './json.js';

/** Project data that filters need. */
export interface BranchFacts {
  readonly defaultBranch: string | null;
  readonly isProtected: (branch: string) => boolean;
}

export type FilterReason = 'branch_filter' | 'pipeline_filter' | 'action_filter';

const ANNOUNCED = ['success', 'failed'];

/** Returns the first filter of the integration that rejects the event (contract: integrations §4.4). */
export function filteredBy(
  event: IntegrationEvent,
  kind: IntegrationKind,
  settings: Settings,
  facts: BranchFacts,
): FilterReason | undefined {
  if (!isOfBranches(event, kind, settings, facts) || !isNamed(event, kind, settings)) {
    return 'branch_filter';
  }
  if (!isAnnounced(event, kind, settings)) {
    return 'pipeline_filter';
  }
  return isUpdate(event) && kind.category === 'chat' ? 'action_filter' : undefined;
}

const has = ({ params }: IntegrationKind, name: string): boolean => params.some((param) => param.name === name);

/** The name of an event's branch or tag, without the `refs/…` prefix. */
export function refNameOf({ objectKind, payload }: IntegrationEvent): {
  readonly name: string;
  readonly isTag: boolean;
} {
  const about = objectKind === 'pipeline' ? objectIn(payload, 'object_attributes') : payload;
  const ref = textIn(about, 'ref');
  const isTag = objectKind === 'tag_push' || about.tag === true || ref.startsWith(TAGS);
  return { name: ref.replace(BRANCHES, '').replace(TAGS, ''), isTag };
}

function isOfBranches(event: IntegrationEvent, kind: IntegrationKind, settings: Settings, facts: BranchFacts): boolean {
  const wanted = settings.get('branches_to_be_notified') ?? 'all';
  const isFiltered = ['push', 'pipeline', 'build'].includes(event.objectKind) && has(kind, 'branches_to_be_notified');
  if (!isFiltered || wanted === 'all') {
    return true;
  }
  const { name, isTag } = refNameOf(event);
  if (isTag) {
    return kind.category === 'chat';
  }
  const isDefault = name === facts.defaultBranch;
  if (wanted === 'default') {
    return isDefault;
  }
  const isProtected = protectedBy(event.payload) ?? facts.isProtected(name);
  return isProtected || (wanted === 'default_and_protected' && isDefault);
}

function protectedBy({ ref_protected: value }: EventPayload): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** `restrict_to_branch`: exact names; any branch if blank. */
function isNamed(event: IntegrationEvent, kind: IntegrationKind, settings: Settings): boolean {
  const names = String(settings.get('restrict_to_branch') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const isFiltered = event.objectKind === 'push' && has(kind, 'restrict_to_branch') && names.length > 0;
  return !isFiltered || names.includes(refNameOf(event).name);
}

function isAnnounced({ objectKind, payload }: IntegrationEvent, kind: IntegrationKind, settings: Settings): boolean {
  if (!['pipeline', 'build'].includes(objectKind) || !has(kind, 'notify_only_broken_pipelines')) {
    return true;
  }
  const status =
    objectKind === 'build' ? textIn(payload, 'build_status') : textIn(objectIn(payload, 'object_attributes'), 'status');
  if (!ANNOUNCED.includes(status)) {
    return false;
  }
  if (status === 'success') {
    return settings.get('notify_only_broken_pipelines') === false;
  }
  return objectKind !== 'build' || payload.build_allow_failure !== true;
}

const isUpdate = ({ objectKind, payload }: IntegrationEvent): boolean =>
  ['issue', 'merge_request'].includes(objectKind) && objectIn(payload, 'object_attributes').action === 'update';
