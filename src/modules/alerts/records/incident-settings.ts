import type { IncidentSettingsEntity } from './incident-settings.entity.js';

/** The automatic consequences of a project's alerts (contract: alerts §3). */
export type IncidentSettings = Omit<IncidentSettingsEntity, 'projectId'>;

export const DEFAULT_INCIDENT_SETTINGS: IncidentSettings = {
  createIssue: false,
  autoCloseIncident: true,
  sendEmail: false,
};
