import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Role } from '../../../core/access/role.js';
import { ProjectForReadersResolver } from '../../../core/projects/project-for-readers.resolver.js';
import { levelOf } from '../../../core/projects/project.js';
import type { Project } from '../../../core/projects/project.js';

/** The project of `:id` for those who may read its pipelines: 404 where it is hidden, 403 below that (contract: triggers §4). */
@Injectable()
export class PipelineProjectResolver extends ProjectForReadersResolver {
  protected override mayRead(project: Project, caller: Caller): boolean {
    return mayReadPipelines(project, caller);
  }
}

/** Who reads the code, and is a Reporter unless the jobs are public. */
export function mayReadPipelines(project: Project, caller: Caller): boolean {
  const isReporter = caller.isAtLeast(Role.Reporter, levelOf(project));
  return isReporter || (project.publicJobs && project.visibility !== 'private');
}
