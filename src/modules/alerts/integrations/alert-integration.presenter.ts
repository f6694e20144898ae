import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { merged, nullable, record, Time } from '../../../common/wire/wire-types.js';
import { receiverUrl } from './alert-integration-address.js';
import type { AlertIntegration } from './alert-integration.js';

/** Contract: alerts §4. */
export const AlertIntegrationSchema = record('AlertIntegration', {
  id: Type.Integer(),
  project_id: Type.Integer(),
  name: Type.String(),
  type: Type.String(),
  active: Type.Boolean(),
  endpoint_identifier: Type.String(),
  url: Type.String(),
  token: Type.Optional(Type.String()),
  payload_example: nullable(Type.Unknown()),
  payload_attribute_mappings: Type.Unknown(),
  signature_required: Type.Boolean(),
  auto_resolve_after: nullable(Type.Integer()),
  created_at: Time,
  updated_at: Time,
  last_event_at: nullable(Time),
});
export type AlertIntegrationView = Static<typeof AlertIntegrationSchema>;

/** The only answer that contains the secret (contract: alerts §8.4). */
export const SigningIntegrationSchema = merged('SigningAlertIntegration', [
  AlertIntegrationSchema,
  Type.Object({ signing_secret: Type.String() }),
]);

export type ListedAlertIntegration = Omit<AlertIntegrationView, 'payload_example'>;

/** Omits the example payload, which may be large; `key` is null for callers who may not see it. */
export const presentListedIntegration = (
  integration: AlertIntegration,
  key: string | null,
  site: { readonly projectPath: string; readonly baseUrl: string },
): ListedAlertIntegration => ({
  id: integration.id,
  project_id: integration.projectId,
  name: integration.name,
  type: integration.type,
  active: integration.active,
  endpoint_identifier: integration.identifier,
  url: receiverUrl(integration, site),
  ...(key === null ? {} : { token: key }),
  payload_attribute_mappings: integration.mapping,
  signature_required: integration.signatureRequired,
  auto_resolve_after: integration.autoResolveAfter,
  created_at: integration.createdAt,
  updated_at: integration.updatedAt,
  last_event_at: integration.lastEventAt,
});
