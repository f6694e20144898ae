import { Injectable } from '@nestjs/common';
import { isUsable } from '../../../core/access/account-state.js';
import type { Caller } from '../../../core/access/caller.js';
import { Role } from '../../../core/access/role.js';
import { levelOf } from '../../../core/projects/project.js';
import type { Project } from '../../../core/projects/project.js';
import { meets, rulesFor } from '../../repositories/protection/protection-rule.js';
import type { BranchRule, RefPermission, TagRule } from '../../repositories/protection/protection-rule.js';
import { ProtectionsRepository } from '../../repositories/protection/protections.repository.js';
import type { RuleLevel } from '../../repositories/protection/rule-level.js';
import type { RefName } from '../../../platform/git/ref-names.js';
import type { CiJob } from '../jobs/ci-job.js';
import type { PipelineCreator } from './pipeline-facts.repository.js';
import { notPermitted, protectedRef } from './pipeline-refusals.js';

/**
 * Requires an account that exists, is not blocked, and is a Developer or more. Throws 400 (contract: triggers §3.3).
 */
export function permitted(creator: PipelineCreator | null): PipelineCreator {
  if (!creator || !isUsable(creator.actor)) {
    throw notPermitted();
  }
  const { permission } = creator;
  if (!permission.isAdmin && permission.level < Role.Developer) {
    throw notPermitted();
  }
  return creator;
}

/** The rules that protect a project's branches and tags. */
export interface RefRules {
  readonly branches: readonly BranchRule[];
  readonly tags: readonly TagRule[];
}

/** Decides on which refs somebody may create and change pipelines (contract: triggers §3.5, §4). */
@Injectable()
export class PipelineRightsService {
  constructor(private readonly protections: ProtectionsRepository) {}

  async rules(projectId: number): Promise<RefRules> {
    const [branches, tags] = await Promise.all([
      this.protections.branchRules(projectId),
      this.protections.tagRules(projectId),
    ]);
    return { branches, tags };
  }

  /**
   * Returns whether the rules protect the ref. Throws 400 if the access level is too low to push to the branch or to
   * create the tag.
   */
  evaluateRef(rules: RefRules, ref: RefName, permission: RefPermission): boolean {
    const levels = levelsFor(rules, ref);
    if (levels.length > 0 && !levels.some((level) => meets(level, permission))) {
      throw protectedRef(ref.name);
    }
    return levels.length > 0;
  }

  /**
   * Whether the caller may change a pipeline or job on this ref, that is, push to the branch or create the tag
   * (contract: triggers §3.5, §4).
   */
  async mayChange(
    project: Project,
    { ref, isTag }: Pick<CiJob, 'ref' | 'isTag'>,
    { isAdmin }: Caller,
  ): Promise<boolean> {
    const levels = levelsFor(await this.rules(project.id), { kind: isTag ? 'tag' : 'branch', name: ref });
    const permission = { level: levelOf(project), isAdmin };
    return levels.length === 0 || levels.some((level) => meets(level, permission));
  }
}

/** Levels of which one is needed; none if the ref is not protected. */
const levelsFor = ({ branches, tags }: RefRules, { kind, name }: RefName): readonly RuleLevel[] =>
  kind === 'branch'
    ? rulesFor(branches, name).map(({ pushLevel }) => pushLevel)
    : rulesFor(tags, name).map(({ createLevel }) => createLevel);
