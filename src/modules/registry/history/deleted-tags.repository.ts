import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { listOf, Lists } from '../../../platform/database/list-query.js';
import { bigint, select } from '../../../platform/database/typed-sql.js';
import { ContainerTagHistoryEntity } from './container-tag-history.entity.js';
import { DELETED_TAG_COLUMNS } from './deleted-tag.columns.js';
import type { DeletedTag } from './deleted-tag.columns.js';

/**
 * Deleted tags with an existing manifest. A tag whose manifest was collected cannot be restored and is no longer
 * listed.
 */
const RESTORABLE = sql`
  container_tag_history h join container_manifests m on m.repository_id = h.repository_id and m.digest = h.digest`;

const DELETED_TAGS = listOf({
  type: 'DeletedContainerTag',
  columns: DELETED_TAG_COLUMNS,
  from: RESTORABLE,
  joins: { to: 'h', sql: sql`left join users o on o.id = h.author_id` },
  sorts: { deleted_at: 'deletedAt' },
  defaultSort: { by: 'deleted_at', direction: 'desc' },
});

const LAST_COLUMNS = { ...columnsOf(ContainerTagHistoryEntity, 'h', 'id'), manifestId: bigint`m.id` };

@Injectable()
export class DeletedTagsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  page(repositoryId: number, page: PageRequest): Promise<Page<DeletedTag>> {
    return this.lists.page(DELETED_TAGS, [sql`h.repository_id = ${repositoryId}`], { page });
  }

  /** The state to which the latest deletion of that name can be undone. */
  findLast(repositoryId: number, name: string): Promise<{ readonly id: number; readonly manifestId: number } | null> {
    return this.database.row(
      select(
        LAST_COLUMNS,
        sql`from ${RESTORABLE} where h.repository_id = ${repositoryId} and h.name = ${name} and h.reason = 'deleted'
          order by h.id desc limit 1`,
      ),
    );
  }

  async forget(id: number): Promise<void> {
    await this.database.repository(ContainerTagHistoryEntity).delete(id);
  }
}
