import { Injectable } from '@nestjs/common';
import { Role } from '../../../core/access/role.js';
import { ProjectTabs } from '../../../core/projects/pages/project-tabs.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { INTEGRATIONS_TAB } from './integration-addresses.js';

@Injectable()
@Contributes(ProjectTabs)
export class IntegrationTabs extends ProjectTabs {
  readonly tabs = [{ ...INTEGRATIONS_TAB, least: Role.Maintainer }];
}
