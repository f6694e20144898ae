import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { merged, nullable, record, Time } from '../../../common/wire/wire-types.js';
import { BasicUserSchema, presentBasicUser } from '../../../core/users/user.presenter.js';
import { ALERT_STATUSES, OPEN_STATUSES } from '../alert-words.js';
import type { AlertStatus } from '../alert-words.js';
import { alertUrl, incidentUrl } from '../notices/alert-links.js';
import type { Alert, AlertOccurrence, FullAlert } from '../records/alert.js';
import type { StatusCount } from './status-counts.columns.js';

const IntegrationSchema = Type.Object({ id: Type.Integer(), name: Type.String(), type: Type.String() });

/** Contract: alerts §2.1. */
export const AlertSchema = record('Alert', {
  id: Type.Integer(),
  iid: Type.Integer(),
  project_id: Type.Integer(),
  title: Type.String(),
  description: nullable(Type.String()),
  service: nullable(Type.String()),
  monitoring_tool: nullable(Type.String()),
  environment: nullable(Type.String()),
  runbook: nullable(Type.String()),
  severity: Type.String(),
  status: Type.String(),
  hosts: Type.Array(Type.String()),
  events: Type.Integer(),
  fingerprint: Type.String(),
  started_at: Time,
  ended_at: nullable(Time),
  last_event_at: Time,
  acknowledged_at: nullable(Time),
  created_at: Time,
  updated_at: Time,
  assignees: Type.Array(BasicUserSchema),
  incident: nullable(
    Type.Object({ iid: Type.Integer(), title: Type.String(), state: Type.String(), web_url: Type.String() }),
  ),
  integration: nullable(IntegrationSchema),
  web_url: Type.String(),
});

/** Includes the payload that was received first (contract: alerts §2.1). */
export const FullAlertSchema = merged('FullAlert', [AlertSchema, Type.Object({ payload: Type.Unknown() })]);

export interface AlertContext {
  readonly projectPath: string;
  readonly baseUrl: string;
}

export const presentAlert = (alert: Alert, { projectPath, baseUrl }: AlertContext): Static<typeof AlertSchema> => ({
  id: alert.id,
  iid: alert.iid,
  project_id: alert.projectId,
  title: alert.title,
  description: alert.description,
  service: alert.service,
  monitoring_tool: alert.monitoringTool,
  environment: alert.environment,
  runbook: alert.runbook,
  severity: alert.severity,
  status: alert.status,
  hosts: [...alert.hosts],
  events: alert.events,
  fingerprint: alert.fingerprint,
  started_at: alert.startedAt,
  ended_at: alert.endedAt,
  last_event_at: alert.lastEventAt,
  acknowledged_at: alert.acknowledgedAt,
  created_at: alert.createdAt,
  updated_at: alert.updatedAt,
  assignees: alert.assignee ? [presentBasicUser(alert.assignee, baseUrl)] : [],
  incident: alert.incident && {
    iid: alert.incident.iid,
    title: alert.incident.title,
    state: alert.incident.state,
    web_url: incidentUrl(baseUrl, projectPath, alert.incident.iid),
  },
  integration: alert.integration,
  web_url: alertUrl(baseUrl, projectPath, alert.iid),
});

export const presentFullAlert = (alert: FullAlert, context: AlertContext): Static<typeof FullAlertSchema> => ({
  ...presentAlert(alert, context),
  payload: alert.payload,
});

/** Contract: alerts §2.2. */
export const StatusCountsSchema = record('AlertStatusCounts', {
  all: Type.Integer(),
  open: Type.Integer(),
  triggered: Type.Integer(),
  acknowledged: Type.Integer(),
  resolved: Type.Integer(),
  ignored: Type.Integer(),
});

/** Presents the number of alerts in each status and in total (contract: alerts §2.2). */
export function presentCounts(counts: readonly StatusCount[]): Static<typeof StatusCountsSchema> {
  const of = (...statuses: readonly AlertStatus[]): number =>
    counts.reduce((sum, { status, count }) => (statuses.includes(status) ? sum + count : sum), 0);
  return {
    all: of(...ALERT_STATUSES),
    open: of(...OPEN_STATUSES),
    triggered: of('triggered'),
    acknowledged: of('acknowledged'),
    resolved: of('resolved'),
    ignored: of('ignored'),
  };
}

/** Contract: alerts §8.5. */
export const AlertOccurrenceSchema = record('AlertOccurrence', {
  id: Type.Integer(),
  received_at: Time,
  outcome: Type.String(),
  started_at: nullable(Time),
  ended_at: nullable(Time),
  integration: nullable(IntegrationSchema),
  payload: Type.Unknown(),
});

/** Omits the payload, which is written as stored. */
export const presentOccurrence = (
  occurrence: AlertOccurrence,
): Omit<Static<typeof AlertOccurrenceSchema>, 'payload'> => ({
  id: occurrence.id,
  received_at: occurrence.receivedAt,
  outcome: occurrence.outcome,
  started_at: occurrence.startedAt,
  ended_at: occurrence.endedAt,
  integration: occurrence.integration,
});
