import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../platform/database/database.js';
import { bigints, select, text } from '../../platform/database/typed-sql.js';
import { GROUPS_ABOVE } from '../access/groups-above.columns.js';
import type { AuditedEntity } from './audit-event.js';

type AuditedPath = Pick<AuditedEntity, 'path' | 'groupIds'>;

const PATH = text`r.path`;
const NOT_FOUND: AuditedPath = { path: null, groupIds: [] };

/** Reads the current path of an audited record and the groups whose lists show its events. */
@Injectable()
export class AuditedPathsRepository {
  constructor(private readonly database: Database) {}

  async ofUser(id: number): Promise<AuditedPath> {
    const user = await this.database.row(select({ path: text`u.username` }, sql`from users u where u.id = ${id}`));
    return { path: user?.path ?? null, groupIds: [] };
  }

  async ofProject(id: number): Promise<AuditedPath> {
    const audited = await this.database.row(
      select(
        { path: PATH, groupIds: GROUPS_ABOVE },
        sql`from projects p join namespaces n on n.id = p.namespace_id join routes r on r.project_id = p.id
          where p.id = ${id}`,
      ),
    );
    return audited ?? NOT_FOUND;
  }

  async ofGroup(id: number): Promise<AuditedPath> {
    const audited = await this.database.row(
      select(
        { path: PATH, groupIds: bigints`n.traversal_ids` },
        sql`from namespaces n join routes r on r.namespace_id = n.id where n.id = ${id}`,
      ),
    );
    return audited ?? NOT_FOUND;
  }
}
