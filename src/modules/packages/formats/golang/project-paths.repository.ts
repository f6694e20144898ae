import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../../../platform/database/database.js';
import { select, text } from '../../../../platform/database/typed-sql.js';

@Injectable()
export class ProjectPathsRepository {
  constructor(private readonly database: Database) {}

  /** The full path; null if the project is gone. */
  async find(projectId: number): Promise<string | null> {
    const row = await this.database.row(
      select({ path: text`r.path` }, sql`from routes r where r.project_id = ${projectId}`),
    );
    return row?.path ?? null;
  }
}
