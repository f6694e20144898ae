import sql from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { boolean, lookup, nullable, text, timestamptz } from '../../../platform/database/typed-sql.js';
import { AlertIntegrationEntity } from './alert-integration.entity.js';

/** Columns of `alert_integrations i`. */
export const ALERT_INTEGRATION_COLUMNS = {
  ...columnsOf(
    AlertIntegrationEntity,
    'i',
    'id',
    'projectId',
    'name',
    'type',
    'identifier',
    'nameSlug',
    'active',
    'token',
    'mapping',
    'signatureRequired',
    'autoResolveAfter',
    'createdAt',
    'updatedAt',
  ),
  /** The stored text; only the view of a single integration parses it. */
  payloadExampleText: nullable(text`i.payload_example::text`),
  /** Looked up instead of being updated with every payload, for which concurrent payloads would wait. */
  lastEventAt: lookup(
    timestamptz`o.received_at`,
    sql`from alert_occurrences o where o.integration_id = i.id order by o.received_at desc limit 1`,
  ),
  hasSigningSecret: boolean`exists (
    select 1 from alert_signing_secrets s
    where s.integration_id = i.id and (s.valid_until is null or s.valid_until > now()))`,
};
