import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Role } from '../../../core/access/role.js';
import { levelOf } from '../../../core/projects/project.js';
import type { Project } from '../../../core/projects/project.js';
import { Env } from '../../../platform/config/env.js';
import { AlertKeys } from './alert-keys.js';
import type { AlertIntegration } from './alert-integration.js';
import { presentListedIntegration } from './alert-integration.presenter.js';
import type { AlertIntegrationView, ListedAlertIntegration } from './alert-integration.presenter.js';

/** Presents integrations, with their keys to Maintainers (contract: alerts §4). */
@Injectable()
export class AlertIntegrationViewsService {
  constructor(
    private readonly keys: AlertKeys,
    private readonly env: Env,
  ) {}

  of(integration: AlertIntegration, project: Project, viewer: Caller): AlertIntegrationView {
    const { payloadExampleText: text } = integration;
    return { ...this.listed(integration, project, viewer), payload_example: text === null ? null : JSON.parse(text) };
  }

  /** Omits the example payload. */
  listed(integration: AlertIntegration, project: Project, viewer: Caller): ListedAlertIntegration {
    const maySeeKey = viewer.isAdmin || levelOf(project) >= Role.Maintainer;
    const site = { projectPath: project.fullPath, baseUrl: this.env.baseUrl };
    return presentListedIntegration(integration, maySeeKey ? this.keys.open(integration) : null, site);
  }
}
