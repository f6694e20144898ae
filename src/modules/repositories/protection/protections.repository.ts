import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { In } from 'typeorm';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { listOf, Lists } from '../../../platform/database/list-query.js';
import { returning, select } from '../../../platform/database/typed-sql.js';
import { ProtectedBranchEntity } from './protected-branch.entity.js';
import { ProtectedTagEntity } from './protected-tag.entity.js';
import { MAX_RULES } from './protection-rule.js';
import type { BranchRule, TagRule } from './protection-rule.js';
import type { RuleLevel } from './rule-level.js';

export type NewBranchRule = Omit<BranchRule, 'id' | 'updatedAt'>;
export type NewTagRule = Omit<TagRule, 'id' | 'updatedAt'>;
export type BranchRuleChanges = Partial<Omit<NewBranchRule, 'pattern'>>;
export type TagRuleChanges = Partial<Omit<NewTagRule, 'pattern'>>;

const BRANCH_COLUMNS = columnsOf(
  ProtectedBranchEntity,
  'b',
  'id',
  'pattern',
  'pushLevel',
  'mergeLevel',
  'unprotectLevel',
  'allowForcePush',
  'updatedAt',
);
const TAG_COLUMNS = columnsOf(ProtectedTagEntity, 't', 'id', 'pattern', 'createLevel', 'updatedAt');

const BRANCH_RULES = listOf({
  type: 'ProtectedBranch',
  columns: BRANCH_COLUMNS,
  from: sql`protected_branches b`,
  defaultSort: { by: 'id', direction: 'asc' },
});
const TAG_RULES = listOf({
  type: 'ProtectedTag',
  columns: TAG_COLUMNS,
  from: sql`protected_tags t`,
  defaultSort: { by: 'id', direction: 'asc' },
});

const hasSpace = (rules: Sql, projectId: number): Sql =>
  sql`(select count(*) from (select 1 from ${rules} where project_id = ${projectId} limit ${MAX_RULES}) known) < ${MAX_RULES}`;

const branchRuleInsert = (projectId: number, rule: NewBranchRule): Sql => sql`
  insert into protected_branches as b (project_id, pattern, push_level, merge_level, unprotect_level, allow_force_push)
  select ${projectId}, ${rule.pattern}, ${rule.pushLevel}::int, ${rule.mergeLevel}::int, ${rule.unprotectLevel}::int,
         ${rule.allowForcePush}::bool
  where ${hasSpace(sql`protected_branches`, projectId)}
  on conflict on constraint uq_protected_branches_pattern do nothing`;

/** The rules of a project's branches and tags (contract: git §3.5). */
@Injectable()
export class ProtectionsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  branchRules(projectId: number): Promise<BranchRule[]> {
    return this.database.rows(
      select(BRANCH_COLUMNS, sql`from protected_branches b where b.project_id = ${projectId} order by b.id`),
    );
  }

  tagRules(projectId: number): Promise<TagRule[]> {
    return this.database.rows(
      select(TAG_COLUMNS, sql`from protected_tags t where t.project_id = ${projectId} order by t.id`),
    );
  }

  branchPage(projectId: number, page: PageRequest): Promise<Page<BranchRule>> {
    return this.lists.page(BRANCH_RULES, [sql`b.project_id = ${projectId}`], { page });
  }

  tagPage(projectId: number, page: PageRequest): Promise<Page<TagRule>> {
    return this.lists.page(TAG_RULES, [sql`t.project_id = ${projectId}`], { page });
  }

  findBranchRule(projectId: number, pattern: string): Promise<BranchRule | null> {
    return this.database.repository(ProtectedBranchEntity).findOneBy({ projectId, pattern });
  }

  findTagRule(projectId: number, pattern: string): Promise<TagRule | null> {
    return this.database.repository(ProtectedTagEntity).findOneBy({ projectId, pattern });
  }

  /** Returns null if a rule with that pattern exists or the project has {@link MAX_RULES} rules. */
  insertBranchRule(projectId: number, rule: NewBranchRule): Promise<BranchRule | null> {
    return this.database.row(returning(BRANCH_COLUMNS, branchRuleInsert(projectId, rule)));
  }

  /** Like {@link insertBranchRule}, without the result; sent with the next statement. */
  addBranchRule(projectId: number, rule: NewBranchRule): Promise<void> {
    return this.database.runWithNext(branchRuleInsert(projectId, rule));
  }

  insertTagRule(projectId: number, { pattern, createLevel }: NewTagRule): Promise<TagRule | null> {
    return this.database.row(
      returning(
        TAG_COLUMNS,
        sql`
          insert into protected_tags as t (project_id, pattern, create_level)
          select ${projectId}, ${pattern}, ${createLevel}::int where ${hasSpace(sql`protected_tags`, projectId)}
          on conflict on constraint uq_protected_tags_pattern do nothing`,
      ),
    );
  }

  /**
   * Absent fields keep their values. Returns false unless there is a rule with that pattern whose unprotect level is
   * among `levels`.
   */
  async updateBranchRule(
    projectId: number,
    pattern: string,
    levels: readonly RuleLevel[],
    changes: BranchRuleChanges,
  ): Promise<boolean> {
    const rules = this.database.repository(ProtectedBranchEntity);
    const which = { projectId, pattern, unprotectLevel: In(levels) };
    const { affected } = await rules.update(which, { ...changes, updatedAt: () => 'now()' });
    return affected === 1;
  }

  /** Absent fields keep their values. */
  async updateTagRule(projectId: number, pattern: string, changes: TagRuleChanges): Promise<void> {
    const rules = this.database.repository(ProtectedTagEntity);
    await rules.update({ projectId, pattern }, { ...changes, updatedAt: () => 'now()' });
  }

  /** Returns false if the rule is gone or its unprotect level has changed. */
  async deleteBranchRule({ id, unprotectLevel }: Pick<BranchRule, 'id' | 'unprotectLevel'>): Promise<boolean> {
    const { affected } = await this.database.repository(ProtectedBranchEntity).delete({ id, unprotectLevel });
    return affected === 1;
  }

  async deleteTagRule(id: number): Promise<boolean> {
    const { affected } = await this.database.repository(ProtectedTagEntity).delete(id);
    return affected === 1;
  }
}
