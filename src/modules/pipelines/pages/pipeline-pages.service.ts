import { Injectable } from '@nestjs/common';
import { forbidden } from '../../../common/errors/catalogue.js';
import { Role } from '../../../core/access/role.js';
import { ProjectTabs } from '../../../core/projects/pages/project-tabs.js';
import { hasRole, ProjectPagesService } from '../../../core/projects/pages/project-pages.service.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { mayReadPipelines } from '../project-pipelines/pipeline-project.resolver.js';
import { PIPELINES_TAB } from './ci-addresses.js';

@Injectable()
@Contributes(ProjectTabs)
export class PipelineTabs extends ProjectTabs {
  readonly tabs = [PIPELINES_TAB];
}

/**
 * Checks access to the pages of pipelines and jobs, which have the same readers as the REST routes (contract: triggers
 * §4, §7).
 */
@Injectable()
export class PipelinePagesService {
  constructor(private readonly projects: ProjectPagesService) {}

  /** Throws 404 if the project is hidden, 403 for users who may not read its pipelines. */
  async open(path: string, web: WebContext): Promise<ProjectPageContext> {
    const context = await this.projects.open(path, web);
    if (!mayReadPipelines(context.project, web.caller)) {
      throw forbidden();
    }
    return context;
  }

  /** For pages that change something: also throws 403 below Developer. */
  async openForDevelopers(path: string, web: WebContext): Promise<ProjectPageContext> {
    const context = await this.open(path, web);
    if (!hasRole(context, Role.Developer, web)) {
      throw forbidden();
    }
    return context;
  }
}
