import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Page } from '../../../common/pagination/page.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Database } from '../../../platform/database/database.js';
import { containing } from '../../../platform/database/like.js';
import { Lists } from '../../../platform/database/list-query.js';
import type { ListDefinition } from '../../../platform/database/list-query.js';
import type { BasicUser } from '../../../core/users/user.js';

/** Contract: git §10.1. */
const KEPT_DAYS = 30;

export interface NewDeletedRef {
  readonly repositoryId: number;
  readonly type: 'branch' | 'tag';
  readonly name: string;
  readonly sha: string;
  readonly reason: 'deleted' | 'moved';
  readonly actorId: number;
}

/** A ref that can come back. */
export interface DeletedRef extends Omit<NewDeletedRef, 'actorId'> {
  readonly id: number;
  /** Null when the account is gone. */
  readonly actor: BasicUser | null;
  readonly createdAt: string;
  readonly restorableUntil: string;
}

export interface DeletedRefFilter {
  readonly type?: string | undefined;
  readonly search?: string | undefined;
}

const LIFE = sql`${KEPT_DAYS} * interval '1 day'`;
const ACTOR = sql`
  (select json_build_object('id', u.id, 'username', u.username, 'name', u.name, 'state', u.state)
     from users u where u.id = d.actor_id)`;

const DELETED_REFS: ListDefinition<DeletedRef> = {
  type: 'DeletedRef',
  select: sql`
    d.id, d.repository_id as "repositoryId", d.type, d.name, d.sha, d.reason, d.created_at as "createdAt",
    d.created_at + ${LIFE} as "restorableUntil", ${ACTOR} as actor`,
  from: sql`deleted_refs d`,
  id: { sql: sql`d.id`, of: (row) => row.id, type: 'bigint' },
  sorts: {},
  defaultSort: { by: 'id', direction: 'desc' },
};

const alive = (repositoryId: number): Sql[] => [
  sql`d.repository_id = ${repositoryId}`,
  sql`d.created_at > now() - ${LIFE}`,
];

/** What refs held before they were deleted or force-moved (contract: git §10.1). */
@Injectable()
export class DeletedRefsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  async insert({ repositoryId, type, name, sha, reason, actorId }: NewDeletedRef): Promise<number> {
    const row = await this.database.row<{ id: number }>(sql`
      insert into deleted_refs (repository_id, type, name, sha, reason, actor_id)
      values (${repositoryId}, ${type}, ${name}, ${sha}, ${reason}, ${actorId}) returning id`);
    return row?.id ?? 0;
  }

  page(repositoryId: number, { type, search }: DeletedRefFilter, page: PageRequest): Promise<Page<DeletedRef>> {
    const where = [
      ...alive(repositoryId),
      ...(type === undefined ? [] : [sql`d.type = ${type}`]),
      ...(search === undefined || search === '' ? [] : [sql`d.name ilike ${containing(search)}`]),
    ];
    return this.lists.page(DELETED_REFS, where, { page });
  }

  find(repositoryId: number, id: number): Promise<DeletedRef | null> {
    const [ofRepository, isAlive] = alive(repositoryId);
    return this.database.row<DeletedRef>(sql`
      select ${DELETED_REFS.select} from deleted_refs d where d.id = ${id} and ${ofRepository} and ${isAlive}`);
  }

  async delete(id: number): Promise<void> {
    await this.database.run(sql`delete from deleted_refs where id = ${id}`);
  }

  /** Those whose time is over. */
  expired(limit: number): Promise<{ id: number; repositoryId: number }[]> {
    return this.database.rows(sql`
      select d.id, d.repository_id as "repositoryId" from deleted_refs d
      where d.created_at <= now() - ${LIFE} order by d.created_at limit ${limit}`);
  }
}
