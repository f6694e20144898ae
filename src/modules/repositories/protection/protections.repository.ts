import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import { Database } from '../../../platform/database/database.js';
import { Lists } from '../../../platform/database/list-query.js';
import type { ListDefinition } from '../../../platform/database/list-query.js';
import type { BranchRule, TagRule } from './protection-rule.js';

export type NewBranchRule = Omit<BranchRule, 'id' | 'updatedAt'>;
export type NewTagRule = Omit<TagRule, 'id' | 'updatedAt'>;

const BRANCH_COLUMNS = sql`
  id, pattern, push_level as "pushLevel", merge_level as "mergeLevel", unprotect_level as "unprotectLevel",
  allow_force_push as "allowForcePush", updated_at as "updatedAt"`;
const TAG_COLUMNS = sql`id, pattern, create_level as "createLevel", updated_at as "updatedAt"`;

const BRANCH_RULES: ListDefinition<BranchRule> = {
  type: 'ProtectedBranch',
  select: BRANCH_COLUMNS,
  from: sql`protected_branches`,
  id: { sql: sql`id`, of: (row) => row.id, type: 'bigint' },
  sorts: {},
  defaultSort: { by: 'id', direction: 'asc' },
};
const TAG_RULES: ListDefinition<TagRule> = {
  type: 'ProtectedTag',
  select: TAG_COLUMNS,
  from: sql`protected_tags`,
  id: { sql: sql`id`, of: (row) => row.id, type: 'bigint' },
  sorts: {},
  defaultSort: { by: 'id', direction: 'asc' },
};

/** The rules of a project's branches and tags (contract: git §3.5). */
@Injectable()
export class ProtectionsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  branchRules(projectId: number): Promise<BranchRule[]> {
    return this.database.rows<BranchRule>(
      sql`select ${BRANCH_COLUMNS} from protected_branches where project_id = ${projectId} order by id`,
    );
  }

  tagRules(projectId: number): Promise<TagRule[]> {
    return this.database.rows<TagRule>(
      sql`select ${TAG_COLUMNS} from protected_tags where project_id = ${projectId} order by id`,
    );
  }

  branchPage(projectId: number, page: PageRequest): Promise<Page<BranchRule>> {
    return this.lists.page(BRANCH_RULES, [sql`project_id = ${projectId}`], { page });
  }

  tagPage(projectId: number, page: PageRequest): Promise<Page<TagRule>> {
    return this.lists.page(TAG_RULES, [sql`project_id = ${projectId}`], { page });
  }

  findBranchRule(projectId: number, pattern: string): Promise<BranchRule | null> {
    return this.database.row<BranchRule>(sql`
      select ${BRANCH_COLUMNS} from protected_branches where project_id = ${projectId} and pattern = ${pattern}`);
  }

  findTagRule(projectId: number, pattern: string): Promise<TagRule | null> {
    return this.database.row<TagRule>(
      sql`select ${TAG_COLUMNS} from protected_tags where project_id = ${projectId} and pattern = ${pattern}`,
    );
  }

  /** Null when there is a rule of that pattern. */
  insertBranchRule(projectId: number, rule: NewBranchRule): Promise<BranchRule | null> {
    return this.database.row<BranchRule>(sql`
      insert into protected_branches (project_id, pattern, push_level, merge_level, unprotect_level, allow_force_push)
      values (${projectId}, ${rule.pattern}, ${rule.pushLevel}, ${rule.mergeLevel}, ${rule.unprotectLevel},
              ${rule.allowForcePush})
      on conflict on constraint uq_protected_branches_pattern do nothing returning ${BRANCH_COLUMNS}`);
  }

  insertTagRule(projectId: number, rule: NewTagRule): Promise<TagRule | null> {
    return this.database.row<TagRule>(sql`
      insert into protected_tags (project_id, pattern, create_level) values (${projectId}, ${rule.pattern}, ${rule.createLevel})
      on conflict on constraint uq_protected_tags_pattern do nothing returning ${TAG_COLUMNS}`);
  }

  async updateBranchRule(id: number, rule: Omit<NewBranchRule, 'pattern'>): Promise<void> {
    await this.database.run(sql`
      update protected_branches set push_level = ${rule.pushLevel}, merge_level = ${rule.mergeLevel},
        unprotect_level = ${rule.unprotectLevel}, allow_force_push = ${rule.allowForcePush}, updated_at = now() where id = ${id}`);
  }

  async updateTagRule(id: number, createLevel: number): Promise<void> {
    await this.database.run(
      sql`update protected_tags set create_level = ${createLevel}, updated_at = now() where id = ${id}`,
    );
  }

  async deleteBranchRule(id: number): Promise<void> {
    await this.database.run(sql`delete from protected_branches where id = ${id}`);
  }

  async deleteTagRule(id: number): Promise<void> {
    await this.database.run(sql`delete from protected_tags where id = ${id}`);
  }
}
