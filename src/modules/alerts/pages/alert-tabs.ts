import { Injectable } from '@nestjs/common';
import { Role } from '../../../core/access/role.js';
import { ProjectTabs } from '../../../core/projects/pages/project-tabs.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';

export const ALERTS_TAB = { name: 'Alerts', path: '/-/alert_management', position: 37 } as const;
export const INCIDENTS_TAB = { name: 'Incidents', path: '/-/incidents', position: 38 } as const;
export const ALERT_INTEGRATIONS_TAB = {
  name: 'Alert integrations',
  path: '/-/settings/alert_integrations',
  position: 55,
  isSetting: true,
} as const;

@Injectable()
@Contributes(ProjectTabs)
export class AlertTabs extends ProjectTabs {
  readonly tabs = [
    { ...ALERTS_TAB, least: Role.Developer },
    { ...INCIDENTS_TAB, least: Role.Reporter },
    { ...ALERT_INTEGRATIONS_TAB, least: Role.Developer },
  ];
}
