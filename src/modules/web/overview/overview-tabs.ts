import { Injectable } from '@nestjs/common';
import { GroupTabs } from '../../../core/groups/pages/group-tabs.js';
import { ProjectTabs } from '../../../core/projects/pages/project-tabs.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';

const OVERVIEW = { name: 'Overview', path: '', position: 0 } as const;

@Injectable()
@Contributes(ProjectTabs)
export class ProjectOverviewTabs extends ProjectTabs {
  readonly tabs = [OVERVIEW];
}

@Injectable()
@Contributes(GroupTabs)
export class GroupOverviewTabs extends GroupTabs {
  readonly tabs = [OVERVIEW];
}
