import { Injectable } from '@nestjs/common';
import { forbidden } from '../../common/errors/catalogue.js';
import type { Caller } from '../access/caller.js';
import { TargetResolver } from '../access/target-resolver.js';
import type { ResolvedTarget } from '../access/target-resolver.js';
import { ProjectByIdOrPath } from './project-target.resolver.js';
import type { Project } from './project.js';

/**
 * The project of `:id` for those who may read one part of it, such as its packages; each module decides who may.
 * Answers 404 where the project is hidden, 403 where only that part is (contract: conventions §1).
 */
@Injectable()
export abstract class ProjectForReadersResolver extends TargetResolver {
  override readonly resourceName = 'Project';

  constructor(private readonly projects: ProjectByIdOrPath) {
    super();
  }

  /** Whether the caller may read the part, in a project that they see. */
  protected abstract mayRead(project: Project, caller: Caller): boolean;

  override async resolve(
    { id = '' }: Readonly<Record<string, string>>,
    caller: Caller,
  ): Promise<ResolvedTarget | null> {
    const target = await this.projects.resolveReference(id, caller);
    if (target && !this.mayRead(target.record, caller)) {
      throw forbidden();
    }
    return target;
  }
}
