import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Page } from '../../../common/pagination/page.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { contains } from '../../../platform/database/like.js';
import { listOf, Lists } from '../../../platform/database/list-query.js';
import { returning, select } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { DELETED_REF_COLUMNS, DELETED_REF_LIFE } from './deleted-ref.columns.js';
import type { DeletedRef } from './deleted-ref.columns.js';
import { DeletedRefEntity } from './deleted-ref.entity.js';

/** What a ref held, and why it no longer does. */
export type LostRef = Readonly<Pick<DeletedRefEntity, 'type' | 'name' | 'sha' | 'reason'>>;

const INSERTED = columnsOf(DeletedRefEntity, 'd', 'id', 'sha');

export interface DeletedRefFilter {
  readonly type?: string | undefined;
  readonly search?: string | undefined;
}

const DELETED_REFS = listOf({
  type: 'DeletedRef',
  columns: DELETED_REF_COLUMNS,
  from: sql`deleted_refs d`,
  defaultSort: { by: 'id', direction: 'desc' },
});

const alive = (repositoryId: number): Sql[] => [
  sql`d.repository_id = ${repositoryId}`,
  sql`d.created_at > now() - ${DELETED_REF_LIFE}`,
];

/** What refs held before they were deleted or force-moved (contract: git §10.1). */
@Injectable()
export class DeletedRefsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  /** Inserts the refs of one push in one statement. */
  insert(repositoryId: number, actorId: number, refs: readonly LostRef[]): Promise<RowOf<typeof INSERTED>[]> {
    const each = (key: keyof LostRef) => refs.map((ref) => ref[key]);
    return this.database.rows(
      returning(
        INSERTED,
        sql`
          insert into deleted_refs as d (repository_id, actor_id, type, name, sha, reason)
          select ${repositoryId}, ${actorId}, r.type, r.name, r.sha, r.reason
          from unnest(${each('type')}::text[], ${each('name')}::text[], ${each('sha')}::text[],
                      ${each('reason')}::text[]) with ordinality r (type, name, sha, reason, position)
          order by r.position`,
      ),
    );
  }

  page(repositoryId: number, { type, search }: DeletedRefFilter, page: PageRequest): Promise<Page<DeletedRef>> {
    const where = [
      ...alive(repositoryId),
      ...(type === undefined ? [] : [sql`d.type = ${type}`]),
      ...(search === undefined || search === '' ? [] : [contains(sql`d.name`, search)]),
    ];
    return this.lists.page(DELETED_REFS, where, { page });
  }

  find(repositoryId: number, id: number): Promise<DeletedRef | null> {
    const [ofRepository, isAlive] = alive(repositoryId);
    return this.database.row(
      select(DELETED_REF_COLUMNS, sql`from deleted_refs d where d.id = ${id} and ${ofRepository} and ${isAlive}`),
    );
  }

  async delete(...ids: readonly number[]): Promise<void> {
    await this.database.run(sql`delete from deleted_refs where id = any(${[...ids]})`);
  }

  /** Refs whose retention has ended. */
  expired(limit: number): Promise<Pick<DeletedRef, 'id' | 'repositoryId'>[]> {
    return this.database.rows(
      select(
        columnsOf(DeletedRefEntity, 'd', 'id', 'repositoryId'),
        sql`from deleted_refs d
          where d.created_at <= now() - ${DELETED_REF_LIFE} order by d.created_at limit ${limit}`,
      ),
    );
  }
}
