import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { GROUP_MANAGER } from '../../groups/group-members.js';
import { GroupTabs } from '../../groups/pages/group-tabs.js';
import { ProjectTabs } from '../../projects/pages/project-tabs.js';
import { PROJECT_MANAGER } from '../../projects/project-members.js';
import { DEPLOY_TOKENS_TAB } from './deploy-token-pages.service.js';

@Injectable()
@Contributes(ProjectTabs)
export class ProjectDeployTokenTabs extends ProjectTabs {
  readonly tabs = [{ ...DEPLOY_TOKENS_TAB, least: PROJECT_MANAGER }];
}

@Injectable()
@Contributes(GroupTabs)
export class GroupDeployTokenTabs extends GroupTabs {
  readonly tabs = [{ ...DEPLOY_TOKENS_TAB, least: GROUP_MANAGER }];
}
