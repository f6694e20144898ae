import type { Flag, PropertyFlag } from '../kinds/flags.js';
import type { IntegrationKind } from '../kinds/kind.js';
import type { ObjectKind } from '../kinds/object-kind.js';
import type { IntegrationEvent } from '../kinds/step.js';
import type { EventPayload } from '../records/event-payload.js';
import { objectIn } from './json.js';

const FLAGS: Readonly<Record<ObjectKind, Flag | PropertyFlag>> = {
  push: 'push_events',
  tag_push: 'tag_push_events',
  issue: 'issues_events',
  note: 'note_events',
  merge_request: 'merge_requests_events',
  pipeline: 'pipeline_events',
  build: 'job_events',
  wiki_page: 'wiki_page_events',
  deployment: 'deployment_events',
  archive_trace: 'archive_trace_events',
  alert: 'alert_events',
};

/** Kinds with a separate flag for events about commits. */
const TOLD_OF_COMMITS = ['issue-tracker-c'];

/** The flag that decides whether an integration receives the event (contract: integrations §4.1). */
export function flagOf({ objectKind, eventType }: IntegrationEvent, { slug }: IntegrationKind): Flag | PropertyFlag {
  if (objectKind === 'push' && TOLD_OF_COMMITS.includes(slug)) {
    return 'commit_events';
  }
  if (eventType === 'confidential_issue') {
    return 'confidential_issues_events';
  }
  return eventType === 'confidential_note' ? 'confidential_note_events' : FLAGS[objectKind];
}

/**
 * `confidential_issue` and `confidential_note` for confidential objects, otherwise the object kind (contract:
 * integrations §4.1).
 */
export function eventTypeOf(objectKind: ObjectKind, payload: EventPayload): string {
  if (objectKind !== 'issue' && objectKind !== 'note') {
    return objectKind;
  }
  const confidential = `confidential_${objectKind}`;
  const { confidential: isConfidential, internal } = objectIn(payload, 'object_attributes');
  const isAboutConfidential = objectKind === 'note' && objectIn(payload, 'issue').confidential === true;
  const isSaid = payload.event_type === confidential;
  return isConfidential === true || internal === true || isAboutConfidential || isSaid ? confidential : objectKind;
}
