import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { PageRequest } from '../../common/pagination/page-request.js';
import type { Page } from '../../common/pagination/page.js';
import { digestOf } from '../../platform/crypto/random.js';
import { Database } from '../../platform/database/database.js';
import { Lists } from '../../platform/database/list-query.js';
import type { ListDefinition } from '../../platform/database/list-query.js';
import type { DeployToken, DeployTokenContainer, PresentedDeployToken } from './deploy-token.js';

export interface NewDeployToken {
  readonly name: string;
  readonly scopes: readonly string[];
  /** `deploy-token-<id>` when absent. */
  readonly username?: string | null | undefined;
  readonly expiresAt?: Date | null | undefined;
}

const COLUMNS = sql`
  t.id, t.name, t.username, t.scopes, t.expires_at as "expiresAt",
  coalesce(t.expires_at <= now(), false) as "isExpired", t.revoked_at is not null as "isRevoked"`;

const PRESENTED = sql`
  t.id, t.username, t.project_id as "projectId", t.group_id as "groupId", t.scopes,
  t.revoked_at is null and (t.expires_at is null or t.expires_at > now()) as "isLive"`;

const DEPLOY_TOKENS: ListDefinition<DeployToken> = {
  type: 'DeployToken',
  select: COLUMNS,
  from: sql`deploy_tokens t`,
  id: { sql: sql`t.id`, of: (row) => row.id, type: 'bigint' },
  sorts: {},
  defaultSort: { by: 'id', direction: 'asc' },
};

@Injectable()
export class DeployTokensRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  page(container: DeployTokenContainer, page: PageRequest): Promise<Page<DeployToken>> {
    return this.lists.page(DEPLOY_TOKENS, [heldBy(container)], { page });
  }

  find(container: DeployTokenContainer, id: number): Promise<DeployToken | null> {
    return this.database.row<DeployToken>(sql`
      select ${COLUMNS} from deploy_tokens t where t.id = ${id} and ${heldBy(container)}`);
  }

  findPresented(id: number): Promise<PresentedDeployToken | null> {
    return this.database.row<PresentedDeployToken>(sql`select ${PRESENTED} from deploy_tokens t where t.id = ${id}`);
  }

  findBySecret(secret: string): Promise<PresentedDeployToken | null> {
    return this.database.row<PresentedDeployToken>(sql`
      select ${PRESENTED} from deploy_tokens t where t.digest = ${digestOf(secret)}`);
  }

  /** Answers its id; the caller's transaction holds both steps together. */
  async insert(
    { type, id }: DeployTokenContainer,
    { name, scopes, username = null, expiresAt = null }: NewDeployToken,
    secret: string,
    createdBy: number,
  ): Promise<number> {
    const row = await this.database.row<{ id: number }>(sql`
      insert into deploy_tokens (project_id, group_id, name, username, digest, scopes, expires_at, created_by)
      values (${type === 'project' ? id : null}, ${type === 'group' ? id : null}, ${name}, ${username ?? ''},
        ${digestOf(secret)}, ${[...scopes]}, ${expiresAt?.toISOString() ?? null}, ${createdBy}) returning id`);
    const created = row?.id ?? 0;
    if (username === null) {
      await this.database.run(sql`update deploy_tokens set username = 'deploy-token-' || id where id = ${created}`);
    }
    return created;
  }

  /** False when it was revoked before. */
  async revoke(id: number): Promise<boolean> {
    const revoked = await this.database.run(
      sql`update deploy_tokens set revoked_at = now() where id = ${id} and revoked_at is null`,
    );
    return revoked > 0;
  }

  /** At most once in ten minutes, and outside the request's transaction (contract: core §15.4). */
  noteUse(id: number): void {
    const note = this.database.detached(() =>
      this.database.run(sql`
        update deploy_tokens set last_used_at = now()
        where id = ${id} and (last_used_at is null or last_used_at < now() - interval '10 minutes')`),
    );
    note.catch(() => undefined); // a failed update must not fail the request
  }
}

const heldBy = ({ type, id }: DeployTokenContainer): Sql =>
  type === 'project' ? sql`t.project_id = ${id}` : sql`t.group_id = ${id}`;
