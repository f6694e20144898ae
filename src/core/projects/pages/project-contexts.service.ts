import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import type { ContainerContext, ContainerContexts } from '../../members/pages/container-context.js';
import { MEMBERS_TAB } from '../../members/pages/member-pages.service.js';
import { ACCESS_TOKENS_TAB } from '../../tokens/pages/access-token-pages.service.js';
import type { WebContext } from '../../web/web-context.js';
import { PROJECT_MANAGER, projectContainer } from '../project-members.js';
import { levelOf } from '../project.js';
import { ProjectPagesService } from './project-pages.service.js';
import { ProjectTabs } from './project-tabs.js';

@Injectable()
@Contributes(ProjectTabs)
export class ProjectMemberTabs extends ProjectTabs {
  readonly tabs = [MEMBERS_TAB, { ...ACCESS_TOKENS_TAB, least: PROJECT_MANAGER }];
}

/** Opens the pages about members and tokens of projects. */
@Injectable()
export class ProjectContextsService implements ContainerContexts {
  constructor(private readonly projects: ProjectPagesService) {}

  async open(path: string, web: WebContext): Promise<ContainerContext> {
    const context = await this.projects.open(path, web);
    const { project, address } = context;
    return {
      container: projectContainer(project),
      address,
      managerRole: PROJECT_MANAGER,
      isManager: web.caller.isAtLeast(PROJECT_MANAGER, levelOf(project)),
      page: (facts, content) => context.page(facts, content),
    };
  }
}
