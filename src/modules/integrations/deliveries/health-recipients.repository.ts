import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { LIVE } from '../../../core/access/levels.sql.js';
import { Role } from '../../../core/access/role.js';
import { Database } from '../../../platform/database/database.js';
import { select, text } from '../../../platform/database/typed-sql.js';

const MOST_RECIPIENTS = 100;

/** The managers of a project. */
@Injectable()
export class HealthRecipientsRepository {
  constructor(private readonly database: Database) {}

  async pathOf(projectId: number): Promise<string> {
    const row = await this.database.row(
      select({ path: text`r.path` }, sql`from routes r where r.project_id = ${projectId}`),
    );
    return row?.path ?? '';
  }

  /**
   * Returns the addresses of active Maintainers and Owners of the project and of the groups above it, without
   * duplicates.
   */
  async addressesOf(projectId: number): Promise<readonly string[]> {
    const rows = await this.database.rows(
      select(
        { email: text`managing.email` },
        sql`from (
            select u.id, u.email from projects p join namespaces n on n.id = p.namespace_id
            join members m on (m.project_id = p.id or m.group_id = any(n.traversal_ids))
              and m.level >= ${Role.Maintainer} and ${LIVE}
            join users u on u.id = m.user_id and u.state = 'active'
            where p.id = ${projectId}
            union
            select u.id, u.email from projects p join namespaces n on n.id = p.namespace_id
            join users u on u.id = n.owner_id and u.state = 'active'
            where p.id = ${projectId}) managing
          order by managing.id limit ${MOST_RECIPIENTS}`,
      ),
    );
    return rows.map(({ email }) => email);
  }
}
