import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Role } from '../../../core/access/role.js';
import { ProjectForReadersResolver } from '../../../core/projects/project-for-readers.resolver.js';
import { levelOf } from '../../../core/projects/project.js';
import type { Project } from '../../../core/projects/project.js';

/**
 * Resolves the project of `:id` for callers who may read its pipelines: 404 if the project is hidden, 403 for callers
 * who see it but not its pipelines (contract: triggers §4).
 */
@Injectable()
export class PipelineProjectResolver extends ProjectForReadersResolver {
  protected override mayRead(project: Project, caller: Caller): boolean {
    return mayReadPipelines(project, caller);
  }
}

/**
 * Reporters and above may; other callers who have access to the project may if its jobs are public and it is not
 * private.
 */
export function mayReadPipelines(project: Project, caller: Caller): boolean {
  const isReporter = caller.isAtLeast(Role.Reporter, levelOf(project));
  return isReporter || (project.publicJobs && project.visibility !== 'private');
}
