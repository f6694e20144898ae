import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { listOf, Lists } from '../../../platform/database/list-query.js';
import { ListWindows, PARENT } from '../../../platform/database/list-windows.js';
import type { ChildLists } from '../../../platform/database/list-windows.js';
import { bigint, boolean, returning, select } from '../../../platform/database/typed-sql.js';
import { ALERT_INTEGRATION_COLUMNS } from './alert-integration.columns.js';
import { AlertIntegrationEntity } from './alert-integration.entity.js';
import { LEGACY_IDENTIFIER } from './alert-integration.js';
import type {
  AlertAddressName,
  AlertIntegration,
  AlertIntegrationFields,
  AlertIntegrationFilters,
} from './alert-integration.js';

const INTEGRATIONS = listOf({
  type: 'Alert integration',
  columns: ALERT_INTEGRATION_COLUMNS,
  from: sql`alert_integrations i`,
  defaultSort: { by: 'id', direction: 'asc' },
});

const PROJECT = columnsOf(AlertIntegrationEntity, 'i', 'projectId');

const HELD = {
  count: bigint`count(*)`,
  hasLegacy: boolean`coalesce(bool_or(i.type = 'http' and i.identifier = ${LEGACY_IDENTIFIER}), false)`,
  hasPrometheus: boolean`coalesce(bool_or(i.type = 'prometheus'), false)`,
};

/** The integrations that a project already has. */
export interface HeldIntegrations {
  readonly count: number;
  readonly hasLegacy: boolean;
  readonly hasPrometheus: boolean;
}

/** The fields that users set, and those that the service adds. */
export type NewIntegration = AlertIntegrationFields &
  AlertAddressName &
  Pick<AlertIntegrationEntity, 'nameSlug' | 'token' | 'digest'>;

@Injectable()
export class AlertIntegrationsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly windows: ListWindows,
  ) {}

  page(
    projectId: number,
    { type, active }: AlertIntegrationFilters,
    page: PageRequest,
  ): Promise<Page<AlertIntegration>> {
    const where = [
      sql`i.project_id = ${projectId}`,
      ...(type === undefined ? [] : [sql`i.type = ${type}`]),
      ...(active === undefined ? [] : [sql`i.active = ${active}`]),
    ];
    return this.lists.page(INTEGRATIONS, where, { page });
  }

  /** Returns the integrations of several projects, by project. */
  ofProjects(): ChildLists<AlertIntegration> {
    return this.windows.below(INTEGRATIONS, [sql`i.project_id = ${PARENT}`]);
  }

  /** Returns the project of the integration with this id. */
  async projectOf(id: number): Promise<number | undefined> {
    const row = await this.database.row(select(PROJECT, sql`from alert_integrations i where i.id = ${id}`));
    return row?.projectId;
  }

  find(projectId: number, id: number): Promise<AlertIntegration | null> {
    return this.database.row(
      select(
        ALERT_INTEGRATION_COLUMNS,
        sql`from alert_integrations i where i.project_id = ${projectId} and i.id = ${id}`,
      ),
    );
  }

  /**
   * Locks the project against new integrations and returns what it has: of several concurrent first integrations, only
   * one becomes the legacy one.
   */
  async lockHeld(projectId: number): Promise<HeldIntegrations> {
    await this.database.run(sql`select 1 from projects where id = ${projectId} for no key update`);
    const row = await this.database.row(select(HELD, sql`from alert_integrations i where i.project_id = ${projectId}`));
    return row ?? { count: 0, hasLegacy: false, hasPrometheus: false };
  }

  async insert(projectId: number, row: NewIntegration): Promise<number> {
    const inserted = await this.database.row(
      returning(
        columnsOf(AlertIntegrationEntity, 'i', 'id'),
        sql`
          insert into alert_integrations as i (project_id, name, type, identifier, name_slug, active, token, digest,
                                               payload_example, mapping, signature_required, auto_resolve_after)
          values (${projectId}, ${row.name}, ${row.type}, ${row.identifier}, ${row.nameSlug}, ${row.active}, ${row.token},
                  ${row.digest}, ${jsonOf(row.payloadExample)}::json, ${jsonOf(row.mapping)}::json,
                  ${row.signatureRequired}, ${row.autoResolveAfter})`,
      ),
    );
    if (!inserted) {
      throw new Error('The integration that was just made is missing.');
    }
    return inserted.id;
  }

  /** Absent fields keep their values, including values that another request changes concurrently. */
  async update(id: number, changes: Partial<AlertIntegrationFields>): Promise<void> {
    const { name = null, active = null, mapping = null, signatureRequired = null } = changes;
    await this.database.run(sql`
      update alert_integrations
      set name = coalesce(${name}, name), active = coalesce(${active}, active),
          mapping = coalesce(${jsonOf(mapping)}::json, mapping),
          signature_required = coalesce(${signatureRequired}, signature_required),
          payload_example = case when ${'payloadExample' in changes} then ${jsonOf(changes.payloadExample ?? null)}::json
            else payload_example end,
          auto_resolve_after = case when ${'autoResolveAfter' in changes} then ${changes.autoResolveAfter ?? null}
            else auto_resolve_after end,
          updated_at = now()
      where id = ${id}`);
  }

  async replaceKey(id: number, key: Pick<AlertIntegrationEntity, 'token' | 'digest'>): Promise<void> {
    await this.database.repository(AlertIntegrationEntity).update(id, { ...key, updatedAt: () => 'now()' });
  }

  async delete(id: number): Promise<boolean> {
    const { affected } = await this.database.repository(AlertIntegrationEntity).delete(id);
    return affected === 1;
  }

  /** Older secrets remain valid for `graceSeconds`. */
  async addSigningSecret(integrationId: number, secret: Buffer, graceSeconds: number): Promise<void> {
    await this.database.run(sql`
      update alert_signing_secrets
      set valid_until = least(valid_until, now() + ${graceSeconds} * interval '1 second')
      where integration_id = ${integrationId}`);
    await this.database.run(sql`
      delete from alert_signing_secrets where integration_id = ${integrationId} and valid_until <= now()`);
    await this.database.run(sql`
      insert into alert_signing_secrets (integration_id, secret) values (${integrationId}, ${secret})`);
    await this.touch(integrationId);
  }

  async dropSigningSecrets(integrationId: number): Promise<void> {
    await this.database.run(sql`delete from alert_signing_secrets where integration_id = ${integrationId}`);
    await this.database.run(
      sql`update alert_integrations set signature_required = false, updated_at = now() where id = ${integrationId}`,
    );
  }

  private async touch(id: number): Promise<void> {
    await this.database.run(sql`update alert_integrations set updated_at = now() where id = ${id}`);
  }
}

const jsonOf = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));
