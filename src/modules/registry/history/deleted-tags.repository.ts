import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import { BASIC_USER_OF_OWNER } from '../../../core/users/user.columns.js';
import { Database } from '../../../platform/database/database.js';
import { Lists } from '../../../platform/database/list-query.js';
import type { ListDefinition } from '../../../platform/database/list-query.js';
import type { DeletedTag } from './deleted-tag.js';

/** A tag whose manifest was collected is gone for good: it is not listed any more. */
const RESTORABLE = sql`
  container_tag_history h join container_manifests m on m.repository_id = h.repository_id and m.digest = h.digest`;

const DELETED_TAGS: ListDefinition<DeletedTag> = {
  type: 'DeletedContainerTag',
  select: sql`
    h.id, h.name, h.digest, h.reason, h.happened_at as "deletedAt", h.restorable_until as "restorableUntil",
    ${BASIC_USER_OF_OWNER} as "deletedBy"`,
  from: RESTORABLE,
  joins: { to: 'h', sql: sql`left join users o on o.id = h.author_id` },
  id: { sql: sql`h.id`, of: (row) => row.id, type: 'bigint' },
  sorts: { deleted_at: { sql: sql`h.happened_at`, of: (row) => row.deletedAt, type: 'timestamptz' } },
  defaultSort: { by: 'deleted_at', direction: 'desc' },
};

@Injectable()
export class DeletedTagsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  page(repositoryId: number, page: PageRequest): Promise<Page<DeletedTag>> {
    return this.lists.page(DELETED_TAGS, [sql`h.repository_id = ${repositoryId}`], { page });
  }

  /** Where the last deletion of that name can be taken back to. */
  findLast(repositoryId: number, name: string): Promise<{ readonly id: number; readonly manifestId: number } | null> {
    return this.database.row(sql`
      select h.id, m.id as "manifestId" from ${RESTORABLE}
      where h.repository_id = ${repositoryId} and h.name = ${name} and h.reason = 'deleted' order by h.id desc limit 1`);
  }

  async forget(id: number): Promise<void> {
    await this.database.run(sql`delete from container_tag_history where id = ${id}`);
  }
}
