import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { listOf, Lists } from '../../../platform/database/list-query.js';
import { select } from '../../../platform/database/typed-sql.js';
import { ContainerTagRuleEntity } from './container-tag-rule.entity.js';
import type { TagPatterns, TagRule } from './tag-rule.js';

const PATTERNS = columnsOf(ContainerTagRuleEntity, 'r', 'tagPattern', 'repositoryPattern');

const RULES = listOf({
  type: 'ContainerTagRule',
  columns: columnsOf(ContainerTagRuleEntity, 'r'),
  from: sql`container_tag_rules r`,
  defaultSort: { by: 'id', direction: 'asc' },
});

@Injectable()
export class TagRulesRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  patternsOf(projectId: number): Promise<TagPatterns[]> {
    return this.database.rows(
      select(PATTERNS, sql`from container_tag_rules r where r.project_id = ${projectId} order by r.id`),
    );
  }

  page(projectId: number, page: PageRequest): Promise<Page<TagRule>> {
    return this.lists.page(RULES, [sql`r.project_id = ${projectId}`], { page });
  }

  find(projectId: number, id: number): Promise<TagRule | null> {
    return this.database.repository(ContainerTagRuleEntity).findOneBy({ projectId, id });
  }

  insert(projectId: number, { tagPattern, repositoryPattern }: TagPatterns): Promise<number> {
    return this.database.insert(ContainerTagRuleEntity, { projectId, tagPattern, repositoryPattern });
  }

  /** Absent fields stay unchanged. */
  async update(id: number, { tagPattern, repositoryPattern }: Partial<TagPatterns>): Promise<void> {
    const change = { tagPattern, repositoryPattern, updatedAt: () => 'now()' };
    await this.database.repository(ContainerTagRuleEntity).update(id, change);
  }

  async delete(id: number): Promise<boolean> {
    const { affected } = await this.database.repository(ContainerTagRuleEntity).delete(id);
    return affected === 1;
  }
}
