import { Injectable } from '@nestjs/common';
import type { ApiError } from '../../../common/errors/api-error.js';
import type { Caller } from '../../../core/access/caller.js';
import { ProjectForReadersResolver } from '../../../core/projects/project-for-readers.resolver.js';
import { ProjectByIdOrPath } from '../../../core/projects/project-target.resolver.js';
import { levelOf } from '../../../core/projects/project.js';
import type { Project } from '../../../core/projects/project.js';
import { Env } from '../../../platform/config/env.js';
import { packagesClosed } from './package-errors.js';
import { allows } from './package-rights.js';

/**
 * Resolves `:id` to the project for callers who may read its packages: 404 if the project is hidden from the caller,
 * 403 if the caller lacks that right (contract: packages §2).
 */
@Injectable()
export class PackageProjectResolver extends ProjectForReadersResolver {
  constructor(
    projects: ProjectByIdOrPath,
    private readonly env: Env,
  ) {
    super(projects);
  }

  override closed(): ApiError | null {
    return this.env.packages.enabled ? null : packagesClosed();
  }

  protected override mayRead(project: Project, caller: Caller): boolean {
    return mayReadPackages(project, caller);
  }
}

export const mayReadPackages = (project: Project, { isAdmin }: Caller): boolean =>
  project.packagesEnabled && allows({ visibility: project.visibility, level: levelOf(project) }, isAdmin, 'read');
