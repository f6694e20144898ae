import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';
import type { TagRule } from './tag-rule.js';

@Injectable()
export class TagRulesRepository {
  constructor(private readonly database: Database) {}

  ofProject(projectId: number): Promise<TagRule[]> {
    return this.database.rows<TagRule>(sql`
      select id, tag_pattern as "tagPattern", repository_pattern as "repositoryPattern"
      from container_tag_rules where project_id = ${projectId} order by id`);
  }
}
