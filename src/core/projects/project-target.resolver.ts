import { Injectable } from '@nestjs/common';
import { sees } from '../access/sees.js';
import type { Caller } from '../access/caller.js';
import { ProjectTargetResolver } from '../access/target-resolver.js';
import type { ResolvedTarget } from '../access/target-resolver.js';
import { levelOf } from './project.js';
import type { Project } from './project.js';
import { ProjectsRepository } from './projects.repository.js';

/** `:id` of `/projects/:id`: digits are the id, everything else the full path (contract: conventions §2). */
@Injectable()
export class ProjectByIdOrPath extends ProjectTargetResolver {
  override readonly resourceName = 'Project';

  constructor(private readonly projects: ProjectsRepository) {
    super();
  }

  override async resolve(
    { id = '' }: Readonly<Record<string, string>>,
    caller: Caller,
  ): Promise<ResolvedTarget | null> {
    return this.resolveReference(id, caller);
  }

  /** The project by id or path if the caller may see it. */
  async resolveReference(reference: string, caller: Caller): Promise<(ResolvedTarget & { record: Project }) | null> {
    const project = /^\d+$/.test(reference)
      ? await this.byId(Number(reference), caller)
      : await this.projects.findByPath(reference, caller);
    if (!project || !sees(caller, project.visibility, levelOf(project))) {
      return null;
    }
    return { record: project, level: levelOf(project), projectId: project.id };
  }

  private byId(id: number, caller: Caller): Promise<Project | null> {
    return Number.isSafeInteger(id) ? this.projects.find(id, caller) : Promise.resolve(null);
  }
}
