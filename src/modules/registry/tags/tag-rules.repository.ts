import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import { Database } from '../../../platform/database/database.js';
import { Lists } from '../../../platform/database/list-query.js';
import type { ListDefinition } from '../../../platform/database/list-query.js';
import type { TagPatterns, TagRule, TagRuleChanges, TagRuleRecord } from './tag-rule.js';

const COLUMNS = sql`
  r.id, r.tag_pattern as "tagPattern", r.repository_pattern as "repositoryPattern",
  r.created_at as "createdAt", r.updated_at as "updatedAt"`;

const RULES: ListDefinition<TagRuleRecord> = {
  type: 'ContainerTagRule',
  select: COLUMNS,
  from: sql`container_tag_rules r`,
  id: { sql: sql`r.id`, of: (row) => row.id, type: 'bigint' },
  sorts: {},
  defaultSort: { by: 'id', direction: 'asc' },
};

@Injectable()
export class TagRulesRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  ofProject(projectId: number): Promise<TagRule[]> {
    return this.database.rows<TagRule>(sql`
      select id, tag_pattern as "tagPattern", repository_pattern as "repositoryPattern"
      from container_tag_rules where project_id = ${projectId} order by id`);
  }

  page(projectId: number, page: PageRequest): Promise<Page<TagRuleRecord>> {
    return this.lists.page(RULES, [sql`r.project_id = ${projectId}`], { page });
  }

  find(projectId: number, id: number): Promise<TagRuleRecord | null> {
    return this.database.row<TagRuleRecord>(sql`
      select ${COLUMNS} from container_tag_rules r where r.project_id = ${projectId} and r.id = ${id}`);
  }

  async insert(projectId: number, { tagPattern, repositoryPattern }: TagPatterns): Promise<number> {
    const row = await this.database.row<{ id: number }>(sql`
      insert into container_tag_rules (project_id, tag_pattern, repository_pattern)
      values (${projectId}, ${tagPattern}, ${repositoryPattern}) returning id`);
    return row?.id ?? 0;
  }

  /** What is not given stays. */
  async update(id: number, { tagPattern, repositoryPattern }: TagRuleChanges): Promise<void> {
    await this.database.run(sql`
      update container_tag_rules
      set tag_pattern = coalesce(${tagPattern ?? null}, tag_pattern),
          repository_pattern = coalesce(${repositoryPattern ?? null}, repository_pattern), updated_at = now()
      where id = ${id}`);
  }

  async delete(id: number): Promise<void> {
    await this.database.run(sql`delete from container_tag_rules where id = ${id}`);
  }
}
