import { Injectable } from '@nestjs/common';
import { forbidden } from '../../../common/errors/catalogue.js';
import { Role } from '../../../core/access/role.js';
import { ProjectTabs } from '../../../core/projects/pages/project-tabs.js';
import { ProjectPagesService } from '../../../core/projects/pages/project-pages.service.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import { levelOf } from '../../../core/projects/project.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { mayReadImages } from '../repositories/image-project.resolver.js';

export const IMAGES_TAB = { name: 'Registry', path: '/-/container_registry', position: 35 } as const;

@Injectable()
@Contributes(ProjectTabs)
export class ImageTabs extends ProjectTabs {
  readonly tabs = [IMAGES_TAB];
}

/** Checks access to the pages about images, with the same rules as the REST routes (contract: registry §2.1, §3). */
@Injectable()
export class ImagePagesService {
  constructor(private readonly projects: ProjectPagesService) {}

  /** Throws 404 if the project is hidden, 403 if its images are. */
  async open(path: string, web: WebContext): Promise<ProjectPageContext> {
    const context = await this.projects.open(path, web);
    if (!mayReadImages(context.project, web.caller)) {
      throw forbidden();
    }
    return context;
  }

  /** Like {@link open}, but for callers who may delete tags or whole repositories. Throws 403. */
  async openFor(role: Role, path: string, web: WebContext): Promise<ProjectPageContext> {
    const context = await this.open(path, web);
    if (!mayAct(context, role, web)) {
      throw forbidden();
    }
    return context;
  }
}

export const mayAct = ({ project }: ProjectPageContext, role: Role, { caller }: WebContext): boolean =>
  !project.archived && caller.isAtLeast(role, levelOf(project));
