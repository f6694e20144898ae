import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import { LIVE_PROJECT } from '../../../core/access/levels.sql.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { listOf, Lists } from '../../../platform/database/list-query.js';
import { ListWindows, PARENT } from '../../../platform/database/list-windows.js';
import type { ChildLists } from '../../../platform/database/list-windows.js';
import { returning, select } from '../../../platform/database/typed-sql.js';
import type { FlagColumn } from './flag-columns.js';
import { INTEGRATION_COLUMNS } from './integration.js';
import type { Integration } from './integration.js';
import { IntegrationEntity } from './integration.entity.js';

const INTEGRATIONS = listOf({
  type: 'Integration',
  columns: INTEGRATION_COLUMNS,
  from: sql`integrations i`,
  defaultSort: { by: 'id', direction: 'asc' },
});

/** Without a signing secret, no previous one signs either (contract: integrations §8.4). */
const NO_SIGNING = { signingSecret: null, previousSigningSecret: null, previousSigningUntil: null } as const;

/** Columns that a change writes; flags that are not named are unchanged. */
export type IntegrationChange = Pick<IntegrationEntity, 'active' | 'settings' | 'secrets' | 'signingSecret'> &
  Partial<Pick<IntegrationEntity, FlagColumn>>;

@Injectable()
export class IntegrationsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly windows: ListWindows,
  ) {}

  /** Active integrations of these kinds. */
  page(projectId: number, slugs: readonly string[], page: PageRequest): Promise<Page<Integration>> {
    const where = [sql`i.project_id = ${projectId}`, sql`i.active`, sql`i.slug = any(${[...slugs]}::text[])`];
    return this.lists.page(INTEGRATIONS, where, { page });
  }

  /** Integrations of these kinds for each of many projects; including inactive ones unless `active` is given. */
  ofProjects({
    active,
    slugs,
  }: {
    readonly active: boolean | undefined;
    readonly slugs: readonly string[];
  }): ChildLists<Integration> {
    return this.windows.below(INTEGRATIONS, [
      sql`i.project_id = ${PARENT}`,
      sql`i.slug = any(${[...slugs]}::text[])`,
      ...(active === undefined ? [] : [sql`i.active = ${active}`]),
    ]);
  }

  find(projectId: number, slug: string): Promise<Integration | null> {
    return this.database.row(
      select(INTEGRATION_COLUMNS, sql`from integrations i where i.project_id = ${projectId} and i.slug = ${slug}`),
    );
  }

  /** The active integration of the project with that id or full path, whatever its visibility. */
  findActive(reference: string, slug: string): Promise<Integration | null> {
    const isId = /^\d+$/.test(reference);
    const project = isId
      ? sql`p.id = ${Number.isSafeInteger(Number(reference)) ? Number(reference) : 0}`
      : sql`lower(r.path) collate "C" = lower(${reference})`;
    return this.database.row(
      select(
        INTEGRATION_COLUMNS,
        sql`from projects p join routes r on r.project_id = p.id join integrations i on i.project_id = p.id
          where ${project} and ${LIVE_PROJECT} and i.slug = ${slug} and i.active`,
      ),
    );
  }

  /** All active integrations of the project. */
  active(projectId: number): Promise<Integration[]> {
    return this.database.rows(
      select(
        INTEGRATION_COLUMNS,
        sql`from integrations i where i.project_id = ${projectId} and i.active order by i.id`,
      ),
    );
  }

  /** All integrations of the project, including inactive ones. */
  ofProject(projectId: number): Promise<Integration[]> {
    return this.database.rows(
      select(INTEGRATION_COLUMNS, sql`from integrations i where i.project_id = ${projectId} order by i.id`),
    );
  }

  async hasActive(projectId: number): Promise<boolean> {
    const id = columnsOf(IntegrationEntity, 'i', 'id');
    const active = select(id, sql`from integrations i where i.project_id = ${projectId} and i.active limit 1`);
    return (await this.database.lookup(active)) !== null;
  }

  findById(id: number): Promise<Integration | null> {
    return this.database.row(select(INTEGRATION_COLUMNS, sql`from integrations i where i.id = ${id}`));
  }

  /**
   * Returns the row of the kind, locked until the transaction ends; inserts one if there is none. Null if the row was
   * deleted with its project in the meantime.
   */
  async lockOrInsert(
    projectId: number,
    slug: string,
  ): Promise<{ readonly row: Integration; readonly isNew: boolean } | null> {
    const inserted = await this.database.row(
      returning(
        INTEGRATION_COLUMNS,
        sql`
          insert into integrations as i (project_id, slug) values (${projectId}, ${slug})
          on conflict (project_id, slug) do nothing`,
      ),
    );
    const row = inserted ?? (await this.lock(projectId, slug));
    return row && { row, isNew: inserted !== null };
  }

  lock(projectId: number, slug: string): Promise<Integration | null> {
    return this.database.row(
      select(
        INTEGRATION_COLUMNS,
        sql`from integrations i where i.project_id = ${projectId} and i.slug = ${slug} for no key update`,
      ),
    );
  }

  /** A changed integration is no longer paused (contract: integrations §8.3). */
  async update(id: number, change: IntegrationChange): Promise<void> {
    await this.database.repository(IntegrationEntity).update(id, {
      ...change,
      ...(change.signingSecret === null ? NO_SIGNING : {}),
      pausedUntil: null,
      pausedReason: null,
      updatedAt: () => 'now()',
    });
  }

  async removeSigning(id: number): Promise<void> {
    await this.database.repository(IntegrationEntity).update(id, { ...NO_SIGNING, updatedAt: () => 'now()' });
  }

  /** The current signing secret also signs for a while, along with the new one. */
  async rotateSigning(id: number, sealed: Buffer, previousUntil: Date): Promise<void> {
    await this.database.run(sql`
      update integrations
      set previous_signing_secret = signing_secret, signing_secret = ${sealed},
        previous_signing_until = case when signing_secret is not null then ${previousUntil.toISOString()}::timestamptz end,
        updated_at = now()
      where id = ${id}`);
  }

  async deactivate(id: number): Promise<void> {
    await this.database.repository(IntegrationEntity).update(id, { active: false, updatedAt: () => 'now()' });
  }
}
