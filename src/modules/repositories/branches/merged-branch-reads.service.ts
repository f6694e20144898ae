import { Injectable } from '@nestjs/common';
import { inTurns } from '../../../common/concurrency/in-turns.js';
import type { Project } from '../../../core/projects/project.js';
import { ProtectionsRepository } from '../protection/protections.repository.js';
import { rulesFor } from '../protection/protection-rule.js';
import type { BranchRule } from '../protection/protection-rule.js';
import { RefListsService } from '../refs/ref-lists.service.js';
import { BRANCHES } from '../../../platform/git/ref-names.js';
import { ProjectCodeService } from '../project-code/project-code.service.js';
import type { MergedBranch } from './merged-branch.js';

/** Finds the default branch and the branches that it contains and has moved beyond (contract: git §3.1). */
@Injectable()
export class MergedBranchReadsService {
  constructor(
    private readonly code: ProjectCodeService,
    private readonly refs: RefListsService,
    private readonly protections: ProtectionsRepository,
  ) {}

  /** Returns what a deletion would do, by branch name. */
  async evaluate(project: Project): Promise<MergedBranch[]> {
    const repository = await this.code.of(project);
    const { defaultBranch } = project;
    const head = defaultBranch === null ? null : await this.refs.find(repository, 'branch', defaultBranch);
    if (!head) {
      return [];
    }
    const rules = await this.protections.branchRules(project.id);
    const reached = await this.refs.list(repository, { kind: 'branch', mergedInto: BRANCHES + (defaultBranch ?? '') });
    const merged = reached.filter(({ name, id }) => id !== head.id || name === defaultBranch);
    const evaluated: MergedBranch[] = [];
    await inTurns(merged, ({ name }) => {
      evaluated.push(evaluateMerged(name, name === defaultBranch, rules));
    });
    return evaluated;
  }
}

function evaluateMerged(name: string, isDefault: boolean, rules: readonly BranchRule[]): MergedBranch {
  if (isDefault) {
    return { name, action: 'keep', rule: 'is the default branch' };
  }
  return rulesFor(rules, name).length > 0
    ? { name, action: 'keep', rule: 'is protected' }
    : { name, action: 'delete', rule: 'is merged into the default branch' };
}
