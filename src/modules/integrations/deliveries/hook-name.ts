import type { ObjectKind } from '../kinds/object-kind.js';
import type { IntegrationEvent } from '../kinds/step.js';

const NAMES: Readonly<Record<ObjectKind, string>> = {
  push: 'Push Hook',
  tag_push: 'Tag Push Hook',
  issue: 'Issue Hook',
  note: 'Note Hook',
  merge_request: 'Merge Request Hook',
  pipeline: 'Pipeline Hook',
  build: 'Job Hook',
  wiki_page: 'Wiki Page Hook',
  deployment: 'Deployment Hook',
  archive_trace: 'Archive Trace Hook',
  alert: 'Alert Hook',
};

/** Name of the event in the header of hooks (contract: integrations §4.1). */
export const hookNameOf = ({ objectKind, eventType }: IntegrationEvent): string =>
  eventType.startsWith('confidential_') ? `Confidential ${NAMES[objectKind]}` : NAMES[objectKind];
