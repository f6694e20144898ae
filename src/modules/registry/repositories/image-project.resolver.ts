import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { ProjectForReadersResolver } from '../../../core/projects/project-for-readers.resolver.js';
import { levelOf } from '../../../core/projects/project.js';
import type { Project } from '../../../core/projects/project.js';
import { mayRead } from '../auth/registry-rights.js';

/**
 * Resolves `:id` to the project for callers who may read its images: 404 if the project is hidden from the caller, 403
 * if the caller lacks that right (contract: registry §2.1).
 */
@Injectable()
export class ImageProjectResolver extends ProjectForReadersResolver {
  protected override mayRead(project: Project, caller: Caller): boolean {
    return mayReadImages(project, caller);
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
