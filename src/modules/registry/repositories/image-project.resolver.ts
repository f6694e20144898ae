import { Injectable } from '@nestjs/common';
import { forbidden } from '../../../common/errors/catalogue.js';
import type { Caller } from '../../../core/access/caller.js';
import { TargetResolver } from '../../../core/access/target-resolver.js';
import type { ResolvedTarget } from '../../../core/access/target-resolver.js';
import { levelOf } from '../../../core/projects/project.js';
import type { Project } from '../../../core/projects/project.js';
import { ProjectByIdOrPath } from '../../../core/projects/project-target.resolver.js';
import { mayRead } from '../auth/registry-rights.js';

/** The project of `:id` for those who may read its images: 404 where it is hidden, 403 below that (contract: registry §2.1). */
@Injectable()
export class ImageProjectResolver extends TargetResolver {
  override readonly noun = 'Project';

  constructor(private readonly projects: ProjectByIdOrPath) {
    super();
  }

  override async resolve(
    { id = '' }: Readonly<Record<string, string>>,
    caller: Caller,
  ): Promise<ResolvedTarget | null> {
    const target = await this.projects.resolveReference(id, caller);
    if (target && !mayReadImages(target.record, caller)) {
      throw forbidden();
    }
    return target;
  }
}

export const mayReadImages = (project: Project, caller: Caller): boolean =>
  mayRead(
    {
      visibility: project.visibility,
      registryLevel: project.containerRegistryAccessLevel,
      memberLevel: levelOf(project),
    },
    caller.account,
  );
