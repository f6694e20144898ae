import { Injectable } from '@nestjs/common';
import { Role } from '../../../core/access/role.js';
import { ProjectTabs } from '../../../core/projects/pages/project-tabs.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { TRIGGERS_TAB } from './triggers.page.js';

@Injectable()
@Contributes(ProjectTabs)
export class TriggerTabs extends ProjectTabs {
  readonly tabs = [{ ...TRIGGERS_TAB, least: Role.Maintainer }];
}
