import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { memberNamespaces } from '../../../core/access/levels.sql.js';
import { RouteEntity } from '../../../core/namespaces/route.entity.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { select } from '../../../platform/database/typed-sql.js';

@Injectable()
export class UserGroupsRepository {
  constructor(private readonly database: Database) {}

  /** Full paths of the groups that the user is a member of, directly or through a parent group. */
  async pathsOf(userId: number): Promise<string[]> {
    const rows = await this.database.rows(
      select(
        columnsOf(RouteEntity, 'r', 'path'),
        sql`from groups g join routes r on r.namespace_id = g.id
          where g.id in (${memberNamespaces(userId)}) and not g.pending_delete order by lower(r.path)`,
      ),
    );
    return rows.map(({ path }) => path);
  }
}
