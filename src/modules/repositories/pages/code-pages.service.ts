import { Injectable } from '@nestjs/common';
import { forbidden } from '../../../common/errors/catalogue.js';
import { ProjectTabs } from '../../../core/projects/pages/project-tabs.js';
import { ProjectPagesService } from '../../../core/projects/pages/project-pages.service.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { mayReadCode } from '../project-code/code-project.resolver.js';
import { BRANCHES_TAB, FILES_TAB } from './code-tabs.js';

@Injectable()
@Contributes(ProjectTabs)
export class CodeTabs extends ProjectTabs {
  readonly tabs = [FILES_TAB, BRANCHES_TAB];
}

/** Authorizes the pages about code like the REST routes (contract: git §1). */
@Injectable()
export class CodePagesService {
  constructor(private readonly projects: ProjectPagesService) {}

  /** Throws 404 where the project is hidden, 403 to Guests of a private one. */
  async open(path: string, web: WebContext): Promise<ProjectPageContext> {
    const context = await this.projects.open(path, web);
    if (!mayReadCode(context.project, web.caller)) {
      throw forbidden();
    }
    return context;
  }
}
