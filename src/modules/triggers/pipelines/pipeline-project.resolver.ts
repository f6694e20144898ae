import { Injectable } from '@nestjs/common';
import { forbidden } from '../../../common/errors/catalogue.js';
import type { Caller } from '../../../core/access/caller.js';
import { Role } from '../../../core/access/role.js';
import { TargetResolver } from '../../../core/access/target-resolver.js';
import type { ResolvedTarget } from '../../../core/access/target-resolver.js';
import { levelOf } from '../../../core/projects/project.js';
import type { Project } from '../../../core/projects/project.js';
import { ProjectByIdOrPath } from '../../../core/projects/project-target.resolver.js';

/** The project of `:id` for those who may read its pipelines: 404 where it is hidden, 403 below that (contract: triggers §4). */
@Injectable()
export class PipelineProjectResolver extends TargetResolver {
  override readonly noun = 'Project';

  constructor(private readonly projects: ProjectByIdOrPath) {
    super();
  }

  override async resolve(
    { id = '' }: Readonly<Record<string, string>>,
    caller: Caller,
  ): Promise<ResolvedTarget | null> {
    const target = await this.projects.resolveReference(id, caller);
    if (target && !mayReadPipelines(target.record, caller)) {
      throw forbidden();
    }
    return target;
  }
}

/** Who reads the code, and is a Reporter unless the jobs are public. */
export function mayReadPipelines(project: Project, caller: Caller): boolean {
  const isReporter = caller.isAtLeast(Role.Reporter, levelOf(project));
  return isReporter || (project.publicJobs && project.visibility !== 'private');
}
