import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { LIVE_PROJECT } from '../../../core/access/levels.sql.js';
import { Database } from '../../../platform/database/database.js';
import { select } from '../../../platform/database/typed-sql.js';
import { packageProjectColumns } from './package-project.columns.js';
import type { PackageProject } from './package-project.js';
import { readReference } from './reference.sql.js';

@Injectable()
export class PackageProjectsRepository {
  constructor(private readonly database: Database) {}

  /** Finds a project by id or full path, even if the account may not see it. */
  async find(reference: string, userId: number): Promise<PackageProject | null> {
    const isMeant = readReference(reference, { id: sql`p.id`, path: sql`r.path` });
    return (
      isMeant &&
      this.database.lookup(
        select(
          packageProjectColumns(userId),
          sql`from projects p join namespaces n on n.id = p.namespace_id join routes r on r.project_id = p.id
            where ${isMeant} and ${LIVE_PROJECT}`,
        ),
      )
    );
  }
}
