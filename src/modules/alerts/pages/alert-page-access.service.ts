import { Injectable } from '@nestjs/common';
import { forbidden } from '../../../common/errors/catalogue.js';
import type { Role } from '../../../core/access/role.js';
import { ProjectPagesService } from '../../../core/projects/pages/project-pages.service.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import { levelOf } from '../../../core/projects/project.js';
import type { WebContext } from '../../../core/web/web-context.js';

/** Whom the pages about alerts are for: as the REST routes (contract: alerts §4). */
@Injectable()
export class AlertPageAccess {
  constructor(private readonly projects: ProjectPagesService) {}

  /** Throws 404 where the project is hidden, 403 below the role. */
  async open(path: string, least: Role, web: WebContext): Promise<ProjectPageContext> {
    const context = await this.projects.open(path, web);
    if (!isAtLeast(context, least, web)) {
      throw forbidden();
    }
    return context;
  }
}

export const isAtLeast = ({ project }: ProjectPageContext, least: Role, { caller }: WebContext): boolean =>
  caller.isAtLeast(least, levelOf(project));
