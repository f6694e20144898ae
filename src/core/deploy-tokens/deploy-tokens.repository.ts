import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { PageRequest } from '../../common/pagination/page-request.js';
import type { Page } from '../../common/pagination/page.js';
import { digestOf } from '../../platform/crypto/random.js';
import { columnsOf } from '../../platform/database/columns-of.js';
import { Database } from '../../platform/database/database.js';
import { listOf, Lists } from '../../platform/database/list-query.js';
import { boolean, select } from '../../platform/database/typed-sql.js';
import { DeployTokenEntity } from './deploy-token.entity.js';
import type { DeployToken, DeployTokenContainer, PresentedDeployToken } from './deploy-token.js';
import { USE_NOTE_DUE } from '../access/use-notes.sql.js';

export interface NewDeployToken {
  readonly name: string;
  readonly scopes: readonly string[];
  /** `deploy-token-<id>` when absent. */
  readonly username?: string | null | undefined;
  readonly expiresAt?: Date | null | undefined;
}

const NOT_REVOKED = sql`t.revoked_at is null`; // revoked tokens are hidden everywhere (contract: registry §8)
const NOT_EXPIRED = sql`(t.expires_at is null or t.expires_at > now())`;

const COLUMNS = {
  ...columnsOf(DeployTokenEntity, 't', 'id', 'name', 'username', 'scopes', 'expiresAt'),
  isExpired: boolean`coalesce(t.expires_at <= now(), false)`,
};

const PRESENTED = {
  ...columnsOf(DeployTokenEntity, 't', 'id', 'username', 'projectId', 'groupId', 'scopes'),
  isLive: boolean`${NOT_REVOKED} and ${NOT_EXPIRED}`,
};

const DEPLOY_TOKENS = listOf({
  type: 'DeployToken',
  columns: COLUMNS,
  from: sql`deploy_tokens t`,
  defaultSort: { by: 'id', direction: 'asc' },
});

@Injectable()
export class DeployTokensRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  page(container: DeployTokenContainer, page: PageRequest, onlyActive: boolean): Promise<Page<DeployToken>> {
    const where = [heldBy(container), NOT_REVOKED, ...(onlyActive ? [NOT_EXPIRED] : [])];
    return this.lists.page(DEPLOY_TOKENS, where, { page });
  }

  find(container: DeployTokenContainer, id: number): Promise<DeployToken | null> {
    return this.database.row(
      select(COLUMNS, sql`from deploy_tokens t where t.id = ${id} and ${heldBy(container)} and ${NOT_REVOKED}`),
    );
  }

  findPresented(id: number): Promise<PresentedDeployToken | null> {
    return this.database.lookup(select(PRESENTED, sql`from deploy_tokens t where t.id = ${id}`));
  }

  findBySecret(secret: string): Promise<PresentedDeployToken | null> {
    return this.database.lookup(select(PRESENTED, sql`from deploy_tokens t where t.digest = ${digestOf(secret)}`));
  }

  /** Returns the id. The caller's transaction makes both statements atomic. */
  async insert(
    { type, id }: DeployTokenContainer,
    { name, scopes, username = null, expiresAt = null }: NewDeployToken,
    secret: string,
    createdBy: number,
  ): Promise<number> {
    const created = await this.database.insert(DeployTokenEntity, {
      projectId: type === 'project' ? id : null,
      groupId: type === 'group' ? id : null,
      name,
      username: username ?? '',
      digest: digestOf(secret),
      scopes,
      expiresAt: expiresAt?.toISOString() ?? null,
      createdBy,
    });
    if (username === null) {
      await this.database.run(sql`update deploy_tokens set username = 'deploy-token-' || id where id = ${created}`);
    }
    return created;
  }

  /** Returns false when it was already revoked. */
  async revoke(id: number): Promise<boolean> {
    const revoked = await this.database.run(
      sql`update deploy_tokens set revoked_at = now() where id = ${id} and revoked_at is null`,
    );
    return revoked > 0;
  }

  /** Records a use at most once in ten minutes, outside the request's transaction (contract: conventions §6.2). */
  noteUse(id: number): void {
    const note = this.database.detached(() =>
      this.database.run(sql`
        update deploy_tokens set last_used_at = now()
        where id = ${id} and ${USE_NOTE_DUE}`),
    );
    note.catch(() => undefined); // a failed update must not fail the request
  }
}

const heldBy = ({ type, id }: DeployTokenContainer): Sql =>
  type === 'project' ? sql`t.project_id = ${id}` : sql`t.group_id = ${id}`;
