import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { returning, select } from '../../../platform/database/typed-sql.js';
import { DEFAULT_INCIDENT_SETTINGS } from './incident-settings.js';
import type { IncidentSettings } from './incident-settings.js';
import { IncidentSettingsEntity } from './incident-settings.entity.js';

const COLUMNS = columnsOf(IncidentSettingsEntity, 's', 'createIssue', 'autoCloseIncident', 'sendEmail');

/** Absent fields keep their values. */
type SettingChanges = { readonly [K in keyof IncidentSettings]?: boolean | undefined };

@Injectable()
export class IncidentSettingsRepository {
  constructor(private readonly database: Database) {}

  async get(projectId: number): Promise<IncidentSettings> {
    const row = await this.database.row(
      select(COLUMNS, sql`from incident_settings s where s.project_id = ${projectId}`),
    );
    return row ?? DEFAULT_INCIDENT_SETTINGS;
  }

  /** Absent fields keep their values, including values that another request changes concurrently. */
  async set(projectId: number, changes: SettingChanges): Promise<IncidentSettings> {
    const { createIssue = null, autoCloseIncident = null, sendEmail = null } = changes;
    const { createIssue: creates, autoCloseIncident: closes, sendEmail: sends } = DEFAULT_INCIDENT_SETTINGS;
    const row = await this.database.row(
      returning(
        COLUMNS,
        sql`
          insert into incident_settings as s (project_id, create_issue, auto_close_incident, send_email)
          values (${projectId}, coalesce(${createIssue}::boolean, ${creates}),
                  coalesce(${autoCloseIncident}::boolean, ${closes}), coalesce(${sendEmail}::boolean, ${sends}))
          on conflict (project_id) do update set
            create_issue = coalesce(${createIssue}::boolean, s.create_issue),
            auto_close_incident = coalesce(${autoCloseIncident}::boolean, s.auto_close_incident),
            send_email = coalesce(${sendEmail}::boolean, s.send_email)`,
      ),
    );
    return row ?? DEFAULT_INCIDENT_SETTINGS;
  }
}
