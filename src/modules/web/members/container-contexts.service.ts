import { Injectable } from '@nestjs/common';
import { forbidden } from '../../../common/errors/catalogue.js';
import { deployedGroup, deployedProject } from '../../../core/deploy-tokens/deploy-token-containers.js';
import { GROUP_MANAGER, groupContainer } from '../../../core/groups/group-members.js';
import { GroupTabs } from '../../../core/groups/pages/group-tabs.js';
import { GroupPagesService } from '../../../core/groups/pages/group-pages.service.js';
import { ProjectTabs } from '../../../core/projects/pages/project-tabs.js';
import { ProjectPagesService } from '../../../core/projects/pages/project-pages.service.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import { PROJECT_MANAGER, projectContainer } from '../../../core/projects/project-members.js';
import { levelOf } from '../../../core/projects/project.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import type { ContainerContext } from './container-context.js';

export const MEMBERS_TAB = { name: 'Members', path: '/-/members', position: 10 } as const;
export const ACCESS_TOKENS_TAB = {
  name: 'Access tokens',
  path: '/-/access_tokens',
  position: 20,
  isSetting: true,
} as const;
export const DEPLOY_TOKENS_TAB = {
  name: 'Deploy tokens',
  path: '/-/deploy_tokens',
  position: 30,
  isSetting: true,
} as const;

@Injectable()
@Contributes(ProjectTabs)
export class ProjectMemberTabs extends ProjectTabs {
  readonly tabs = [
    MEMBERS_TAB,
    { ...ACCESS_TOKENS_TAB, least: PROJECT_MANAGER },
    { ...DEPLOY_TOKENS_TAB, least: PROJECT_MANAGER },
  ];
}

@Injectable()
@Contributes(GroupTabs)
export class GroupMemberTabs extends GroupTabs {
  readonly tabs = [
    MEMBERS_TAB,
    { ...ACCESS_TOKENS_TAB, least: GROUP_MANAGER },
    { ...DEPLOY_TOKENS_TAB, least: GROUP_MANAGER },
  ];
}

/** Projects and groups as things that have members and tokens. */
@Injectable()
export class ContainerContextsService {
  constructor(
    private readonly projects: ProjectPagesService,
    private readonly groups: GroupPagesService,
  ) {}

  /** Throws 404. */
  async project(path: string, web: WebContext): Promise<ContainerContext> {
    const context = await this.projects.open(path, web);
    const { project, address } = context;
    const isManager = web.caller.isAtLeast(PROJECT_MANAGER, levelOf(project));
    const [container, deployed] = [projectContainer(project), deployedProject(project)];
    return { container, deployed, address, managerRole: PROJECT_MANAGER, isManager, page: pageOf(context) };
  }

  /** Throws 404. */
  async group(path: string, web: WebContext): Promise<ContainerContext> {
    const context = await this.groups.open(path, web);
    const { group, address } = context;
    const isManager = web.caller.isAtLeast(GROUP_MANAGER, group.level);
    const [container, deployed] = [groupContainer(group), deployedGroup(group)];
    return { container, deployed, address, managerRole: GROUP_MANAGER, isManager, page: pageOf(context) };
  }
}

const pageOf =
  (context: Pick<ProjectPageContext, 'page'>): ContainerContext['page'] =>
  (facts, content) =>
    context.page(facts, content);

/** Throws 403 for all others. */
export function refuseUnlessManager({ isManager }: ContainerContext): void {
  if (!isManager) {
    throw forbidden();
  }
}
