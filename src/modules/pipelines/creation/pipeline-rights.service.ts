import { Injectable } from '@nestjs/common';
import { isUsable } from '../../../core/access/account-state.js';
import type { Caller } from '../../../core/access/caller.js';
import { Role } from '../../../core/access/role.js';
import { levelOf } from '../../../core/projects/project.js';
import type { Project } from '../../../core/projects/project.js';
import { meets, rulesFor } from '../../repositories/protection/protection-rule.js';
import type { RefPermission } from '../../repositories/protection/protection-rule.js';
import { ProtectionsRepository } from '../../repositories/protection/protections.repository.js';
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

/** Decides on which refs somebody may create and change pipelines (contract: triggers §3.5, §4). */
@Injectable()
export class PipelineRightsService {
  constructor(private readonly protections: ProtectionsRepository) {}

  /**
   * Returns whether the ref is protected. Throws 400 if the access level is too low to push to the branch or to create
   * the tag.
   */
  async evaluateRef(projectId: number, { kind, name }: RefName, permission: RefPermission): Promise<boolean> {
    const levels = await this.levelsOf(projectId, kind, name);
    if (levels.length > 0 && !levels.some((level) => meets(level, permission))) {
      throw protectedRef(name);
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
    const levels = await this.levelsOf(project.id, isTag ? 'tag' : 'branch', ref);
    const permission = { level: levelOf(project), isAdmin };
    return levels.length === 0 || levels.some((level) => meets(level, permission));
  }

  private async levelsOf(projectId: number, kind: RefName['kind'], name: string) {
    if (kind === 'branch') {
      return rulesFor(await this.protections.branchRules(projectId), name).map(({ pushLevel }) => pushLevel);
    }
    return rulesFor(await this.protections.tagRules(projectId), name).map(({ createLevel }) => createLevel);
  }
}
