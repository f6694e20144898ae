import sql from 'sql-template-tag';
import { basicUser } from '../../../core/users/user.columns.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { jsonObject, lookup, text } from '../../../platform/database/typed-sql.js';
import { AlertIntegrationEntity } from '../integrations/alert-integration.entity.js';
import { AlertEntity } from './alert.entity.js';
import { AlertOccurrenceEntity } from './alert-occurrence.entity.js';
import { IncidentEntity } from './incident.entity.js';

/** The fields of an integration that other records show; null once it is deleted. */
const INTEGRATION = jsonObject(columnsOf(AlertIntegrationEntity, 'i', 'id', 'name', 'type'));
const INCIDENT = jsonObject(columnsOf(IncidentEntity, 'n', 'id', 'iid', 'title', 'state'));

/** Columns of `alerts a`. */
export const ALERT_COLUMNS = {
  ...columnsOf(
    AlertEntity,
    'a',
    'id',
    'projectId',
    'iid',
    'title',
    'description',
    'service',
    'monitoringTool',
    'environment',
    'runbook',
    'hosts',
    'severity',
    'status',
    'events',
    'fingerprint',
    'startedAt',
    'endedAt',
    'lastEventAt',
    'acknowledgedAt',
    'createdAt',
    'updatedAt',
  ),
  assignee: basicUser(sql`(select s.user_id from alert_assignees s where s.alert_id = a.id)`),
  incident: lookup(
    INCIDENT,
    sql`from incident_alerts l join incidents n on n.id = l.incident_id where l.alert_id = a.id`,
  ),
  integration: lookup(INTEGRATION, sql`from alert_integrations i where i.id = a.integration_id`),
};

export const FULL_ALERT_COLUMNS = { ...ALERT_COLUMNS, ...columnsOf(AlertEntity, 'a', 'payload') };

/** Columns of `alert_occurrences o`. */
export const OCCURRENCE_COLUMNS = {
  ...columnsOf(AlertOccurrenceEntity, 'o', 'id', 'outcome', 'startedAt', 'endedAt', 'receivedAt'),
  /** The stored text, which is never parsed. */
  payloadText: text`o.payload::text`,
  integration: lookup(INTEGRATION, sql`from alert_integrations i where i.id = o.integration_id`),
};
