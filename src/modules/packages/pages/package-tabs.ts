import { Injectable } from '@nestjs/common';
import { Role } from '../../../core/access/role.js';
import { GroupTabs } from '../../../core/groups/pages/group-tabs.js';
import { ProjectTabs } from '../../../core/projects/pages/project-tabs.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';

export const PACKAGES_TAB = { name: 'Packages', path: '/-/packages', position: 36 } as const;
export const PACKAGE_SETTINGS_TAB = {
  name: 'Package settings',
  path: '/-/settings/packages',
  position: 56,
  isSetting: true,
} as const;

const TABS = [PACKAGES_TAB, { ...PACKAGE_SETTINGS_TAB, least: Role.Maintainer }];

@Injectable()
@Contributes(ProjectTabs)
export class PackageTabs extends ProjectTabs {
  readonly tabs = TABS;
}

@Injectable()
@Contributes(GroupTabs)
export class GroupPackageTabs extends GroupTabs {
  readonly tabs = TABS;
}
