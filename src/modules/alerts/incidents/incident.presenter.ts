import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, record, Time } from '../../../common/wire/wire-types.js';
import { BasicUserSchema, presentBasicUser } from '../../../core/users/user.presenter.js';
import { incidentUrl } from '../notices/alert-links.js';
import type { IncidentSettings } from '../records/incident-settings.js';
import { INCIDENT_LABELS } from './incident-events.js';
import type { Incident } from './incident.js';

/** Contract: alerts §3. */
export const IncidentSchema = record('Incident', {
  id: Type.Integer(),
  iid: Type.Integer(),
  project_id: Type.Integer(),
  title: Type.String(),
  description: Type.String(),
  state: Type.String(),
  severity: Type.String(),
  labels: Type.Array(Type.String()),
  author: nullable(BasicUserSchema),
  closed_by: nullable(BasicUserSchema),
  assignees: Type.Array(BasicUserSchema),
  alerts: Type.Array(Type.Object({ iid: Type.Integer(), title: Type.String(), status: Type.String() })),
  created_at: Time,
  updated_at: Time,
  closed_at: nullable(Time),
  web_url: Type.String(),
});

export interface IncidentContext {
  readonly projectPath: string;
  readonly baseUrl: string;
}

export const presentIncident = (
  incident: Incident,
  { projectPath, baseUrl }: IncidentContext,
): Static<typeof IncidentSchema> => ({
  id: incident.id,
  iid: incident.iid,
  project_id: incident.projectId,
  title: incident.title,
  description: incident.description,
  state: incident.state,
  severity: incident.severity,
  labels: [...INCIDENT_LABELS],
  author: incident.author && presentBasicUser(incident.author, baseUrl),
  closed_by: incident.closedBy && presentBasicUser(incident.closedBy, baseUrl),
  assignees: incident.assignee ? [presentBasicUser(incident.assignee, baseUrl)] : [],
  alerts: incident.alerts.map(({ iid, title, status }) => ({ iid, title, status })),
  created_at: incident.createdAt,
  updated_at: incident.updatedAt,
  closed_at: incident.closedAt,
  web_url: incidentUrl(baseUrl, projectPath, incident.iid),
});

/** Contract: alerts §3. */
export const IncidentSettingsSchema = record('IncidentManagementSettings', {
  create_issue: Type.Boolean(),
  auto_close_incident: Type.Boolean(),
  send_email: Type.Boolean(),
});

export const presentIncidentSettings = (settings: IncidentSettings): Static<typeof IncidentSettingsSchema> => ({
  create_issue: settings.createIssue,
  auto_close_incident: settings.autoCloseIncident,
  send_email: settings.sendEmail,
});
