import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import type { ContainerContext, ContainerContexts } from '../../members/pages/container-context.js';
import { MEMBERS_TAB } from '../../members/pages/member-pages.service.js';
import { ACCESS_TOKENS_TAB } from '../../tokens/pages/access-token-pages.service.js';
import type { WebContext } from '../../web/web-context.js';
import { GROUP_MANAGER, groupContainer } from '../group-members.js';
import { GroupPagesService } from './group-pages.service.js';
import { GroupTabs } from './group-tabs.js';

@Injectable()
@Contributes(GroupTabs)
export class GroupMemberTabs extends GroupTabs {
  readonly tabs = [MEMBERS_TAB, { ...ACCESS_TOKENS_TAB, least: GROUP_MANAGER }];
}

/** Groups as containers of members and tokens. */
@Injectable()
export class GroupContextsService implements ContainerContexts {
  constructor(private readonly groups: GroupPagesService) {}

  async open(path: string, web: WebContext): Promise<ContainerContext> {
    const context = await this.groups.open(path, web);
    const { group, address } = context;
    return {
      container: groupContainer(group),
      address,
      managerRole: GROUP_MANAGER,
      isManager: web.caller.isAtLeast(GROUP_MANAGER, group.level),
      page: (facts, content) => context.page(facts, content),
    };
  }
}
