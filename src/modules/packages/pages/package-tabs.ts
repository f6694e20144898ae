import { Injectable } from '@nestjs/common';
import { GroupTabs } from '../../../core/groups/pages/group-tabs.js';
import { ProjectTabs } from '../../../core/projects/pages/project-tabs.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';

export const PACKAGES_TAB = { name: 'Packages', path: '/-/packages', position: 36 } as const;

@Injectable()
@Contributes(ProjectTabs)
export class PackageTabs extends ProjectTabs {
  readonly tabs = [PACKAGES_TAB];
}

@Injectable()
@Contributes(GroupTabs)
export class GroupPackageTabs extends GroupTabs {
  readonly tabs = [PACKAGES_TAB];
}
