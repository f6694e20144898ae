import { shortRef } from '../payload/ref-names.js';
import { textAt } from '../payload/read-payload.js';
import type { IntegrationEvent } from '../step.js';

/** Request body that queues a build on ci-server-b (contract: integrations §6.5). */
export const buildOrder = (branch: string, buildType: string): string =>
  `<build branchName="${inXml(branch)}"><buildType id="${inXml(buildType)}"/></build>`;

/** The branch that should be built for an event. */
export const branchToBuild = ({ objectKind, payload }: IntegrationEvent): string =>
  objectKind === 'merge_request'
    ? textAt(payload, 'object_attributes', 'source_branch')
    : shortRef(textAt(payload, 'ref'));

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const inXml = (text: string): string =>
  text.replace(/\p{Cc}/gu, '').replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
