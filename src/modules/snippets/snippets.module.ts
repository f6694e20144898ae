import { Module } from '@nestjs/common';
import { ProjectsModule } from '../../core/projects/projects.module.js';
import { SettingsModule } from '../../core/settings/settings.module.js';
import { SpamModule } from '../../core/spam/spam.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { RefreshSnippetJob } from './jobs/refresh-snippet.job.js';
import { SweepSnippetsJob } from './jobs/sweep-snippets.job.js';
import { ProjectSnippetsController } from './project-snippets.controller.js';
import { SnippetContentsService } from './snippet-contents.service.js';
import { SnippetOfProjectResolver } from './snippet-of-project.resolver.js';
import { SnippetHoldings } from './snippet-holdings.js';
import { SnippetTargetResolver } from './snippet-target.resolver.js';
import { SnippetsController } from './snippets.controller.js';
import { SnippetsRepository } from './snippets.repository.js';
import { SnippetRepositoriesService } from './snippet-repositories.service.js';
import { SnippetsService } from './snippets.service.js';
import { WebModule } from '../web/web.module.js';
import { ProjectSnippetPagesController } from './pages/project-snippet-pages.controller.js';
import { SnippetActsService } from './pages/snippet-acts.service.js';
import { SnippetEditingService } from './pages/snippet-editing.service.js';
import { OwnSnippetsController, ProjectSnippetsPageController } from './pages/snippet-lists.controller.js';
import { SnippetPagesController } from './pages/snippet-pages.controller.js';
import { SnippetPagesService, SnippetTabs } from './pages/snippet-pages.service.js';

/** Snippets (contract: core §8). */
@Module({
  imports: [ProjectsModule, SettingsModule, SpamModule, RepositoriesModule, WebModule],
  controllers: [
    OwnSnippetsController,
    SnippetPagesController,
    ProjectSnippetsPageController,
    ProjectSnippetPagesController,
    SnippetsController,
    ProjectSnippetsController,
  ],
  providers: [
    SnippetPagesService,
    SnippetEditingService,
    SnippetActsService,
    SnippetTabs,
    SnippetsService,
    SnippetRepositoriesService,
    SnippetsRepository,
    SnippetContentsService,
    SnippetTargetResolver,
    SnippetOfProjectResolver,
    SnippetHoldings,
    SweepSnippetsJob,
    RefreshSnippetJob,
  ],
})
export class SnippetsModule {}
