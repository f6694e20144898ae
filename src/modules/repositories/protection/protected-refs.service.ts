import { Injectable } from '@nestjs/common';
import {
  badRequest,
  forbidden,
  invalidField,
  IS_INVALID,
  message,
  notFound,
} from '../../../common/errors/catalogue.js';
import type { Page } from '../../../common/pagination/page.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { MAX_RULES, MAX_WILDCARDS, meets } from './protection-rule.js';
import type { BranchRule, RefPermission, TagRule } from './protection-rule.js';
import { RULE_LEVELS } from './rule-level.js';
import { ProtectionsRepository } from './protections.repository.js';
import type { BranchRuleChanges, NewBranchRule, NewTagRule, TagRuleChanges } from './protections.repository.js';

/** The rules of a project's branches and tags (contract: git §3.5). */
@Injectable()
export class ProtectedRefsService {
  constructor(private readonly rules: ProtectionsRepository) {}

  ofBranches(projectId: number): Promise<readonly BranchRule[]> {
    return this.rules.branchRules(projectId);
  }

  ofTags(projectId: number): Promise<readonly TagRule[]> {
    return this.rules.tagRules(projectId);
  }

  pageOfBranches(projectId: number, page: PageRequest): Promise<Page<BranchRule>> {
    return this.rules.branchPage(projectId, page);
  }

  pageOfTags(projectId: number, page: PageRequest): Promise<Page<TagRule>> {
    return this.rules.tagPage(projectId, page);
  }

  /** Throws 404. */
  async getBranch(projectId: number, pattern: string): Promise<BranchRule> {
    const rule = await this.rules.findBranchRule(projectId, pattern);
    if (!rule) {
      throw notFound('Protected Branch');
    }
    return rule;
  }

  async getTag(projectId: number, pattern: string): Promise<TagRule> {
    const rule = await this.rules.findTagRule(projectId, pattern);
    if (!rule) {
      throw notFound('Protected Tag');
    }
    return rule;
  }

  /**
   * Throws 409 for an existing pattern, 400 for a pattern with too many wildcards and for more rules than a project may
   * have.
   */
  async protectBranch(projectId: number, rule: NewBranchRule): Promise<BranchRule> {
    checkPattern(rule);
    const created = await this.rules.insertBranchRule(projectId, rule);
    if (created) {
      return created;
    }
    throw (await this.rules.findBranchRule(projectId, rule.pattern))
      ? message(409, `Protected branch '${rule.pattern}' already exists`)
      : badRequest(`A project has at most ${MAX_RULES} protected branches`);
  }

  /** Like {@link protectBranch}. */
  async protectTag(projectId: number, rule: NewTagRule): Promise<TagRule> {
    checkPattern(rule);
    const created = await this.rules.insertTagRule(projectId, rule);
    if (created) {
      return created;
    }
    throw (await this.rules.findTagRule(projectId, rule.pattern))
      ? message(409, `Protected tag '${rule.pattern}' already exists`)
      : badRequest(`A project has at most ${MAX_RULES} protected tags`);
  }

  /**
   * Absent fields keep their values, including values that another request changes concurrently. Throws 403 for callers
   * who may not remove the protection, because a change can remove all of it, and 404.
   */
  async changeBranch(
    projectId: number,
    pattern: string,
    changes: BranchRuleChanges,
    permission: RefPermission,
  ): Promise<BranchRule> {
    const levels = RULE_LEVELS.filter((level) => permission.isAdmin || meets(level, permission));
    const isChanged = await this.rules.updateBranchRule(projectId, pattern, levels, changes);
    const rule = await this.getBranch(projectId, pattern);
    if (isChanged) {
      return rule;
    }
    if (!levels.includes(rule.unprotectLevel)) {
      throw forbidden();
    }
    return this.changeBranch(projectId, pattern, changes, permission); // the rule was created or its level lowered between the two queries
  }

  /** Absent fields keep their values, including values that another request changes concurrently. Throws 404. */
  async changeTag(projectId: number, pattern: string, changes: TagRuleChanges): Promise<TagRule> {
    await this.rules.updateTagRule(projectId, pattern, changes);
    return this.getTag(projectId, pattern);
  }

  /** Throws 403 for callers below the level that the rule requires for this, and 404. */
  async unprotectBranch(projectId: number, pattern: string, permission: RefPermission): Promise<void> {
    const rule = await this.getBranch(projectId, pattern);
    if (!meets(rule.unprotectLevel, permission)) {
      throw forbidden();
    }
    if (!(await this.rules.deleteBranchRule(rule))) {
      await this.unprotectBranch(projectId, pattern, permission); // the rule was deleted or its level changed in the meantime
    }
  }

  async unprotectTag(projectId: number, pattern: string): Promise<void> {
    const rule = await this.getTag(projectId, pattern);
    if (!(await this.rules.deleteTagRule(rule.id))) {
      throw notFound('Protected Tag');
    }
  }
}

function checkPattern({ pattern }: { readonly pattern: string }): void {
  if (pattern.split('*').length - 1 > MAX_WILDCARDS) {
    throw invalidField('name', IS_INVALID);
  }
}
