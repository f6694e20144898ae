import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { LIVE_PROJECT } from '../../../core/access/levels.sql.js';
import { NamespaceEntity } from '../../../core/namespaces/namespace.entity.js';
import { ProjectEntity } from '../../../core/projects/project.entity.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { bytea, optional, select, text } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { AlertIntegrationEntity } from '../integrations/alert-integration.entity.js';
import { DEFAULT_INCIDENT_SETTINGS } from '../records/incident-settings.js';
import type { IncidentSettings } from '../records/incident-settings.js';
import { IncidentSettingsEntity } from '../records/incident-settings.entity.js';
import type { IntakeSource, IntakeTarget } from './intake-source.js';
import type { ReceiverAddress } from './receiver-address.js';

const SOURCE = {
  ...columnsOf(AlertIntegrationEntity, 'i', 'type', 'mapping'),
  integrationId: columnsOf(AlertIntegrationEntity, 'i', 'id').id,
  ...columnsOf(AlertIntegrationEntity, 'i', 'projectId', 'active', 'digest', 'signatureRequired'),
  ...columnsOf(ProjectEntity, 'p', 'archived'),
  ...columnsOf(NamespaceEntity, 'n', 'traversalIds'),
  fullPath: text`r.path`,
  ...optional(columnsOf(IncidentSettingsEntity, 's', 'createIssue', 'autoCloseIncident', 'sendEmail')),
};
const TABLES = sql`
  alert_integrations i join projects p on p.id = i.project_id and ${LIVE_PROJECT}
  join namespaces n on n.id = p.namespace_id join routes r on r.project_id = p.id
  left join incident_settings s on s.project_id = p.id`;

/** Finds the integration that a request is meant for. */
@Injectable()
export class IntakeTargetsRepository {
  constructor(private readonly database: Database) {}

  async find({ projectPath, type, identifier }: ReceiverAddress): Promise<IntakeTarget | null> {
    const row = await this.database.row(
      select(
        SOURCE,
        sql`from ${TABLES}
          where lower(r.path) collate "C" = lower(${projectPath}) and i.type = ${type} and i.identifier = ${identifier}`,
      ),
    );
    return row && targetOf(row);
  }

  /** Returns the source of an integration that was found before; null if it is gone. */
  async ofIntegration(integrationId: number): Promise<IntakeSource | null> {
    const row = await this.database.row(select(SOURCE, sql`from ${TABLES} where i.id = ${integrationId}`));
    return row && targetOf(row);
  }

  /** Sealed secrets that are still valid (contract: alerts §8.4). */
  async signingSecrets(integrationId: number): Promise<Buffer[]> {
    const rows = await this.database.rows(
      select(
        { secret: bytea`s.secret` },
        sql`from alert_signing_secrets s
          where s.integration_id = ${integrationId} and (s.valid_until is null or s.valid_until > now())`,
      ),
    );
    return rows.map(({ secret }) => secret);
  }
}

function targetOf(row: RowOf<typeof SOURCE>): IntakeTarget {
  const { integrationId, type, mapping, active, archived, digest, signatureRequired } = row;
  const project = { id: row.projectId, fullPath: row.fullPath, traversalIds: row.traversalIds };
  return {
    ...{ integrationId, type, mapping, active, archived, digest, signatureRequired, project },
    settings: settingsOf(row),
  };
}

const settingsOf = (row: RowOf<typeof SOURCE>): IncidentSettings => ({
  createIssue: row.createIssue ?? DEFAULT_INCIDENT_SETTINGS.createIssue,
  autoCloseIncident: row.autoCloseIncident ?? DEFAULT_INCIDENT_SETTINGS.autoCloseIncident,
  sendEmail: row.sendEmail ?? DEFAULT_INCIDENT_SETTINGS.sendEmail,
});
