import { Global, Module } from '@nestjs/common';
import { RefreshSnippetJob } from './jobs/refresh-snippet.job.js';
import { SweepSnippetsJob } from './jobs/sweep-snippets.job.js';
import { ProjectSnippetsController } from './project-snippets.controller.js';
import { SnippetContentsService } from './snippet-contents.service.js';
import { SnippetOfProjectResolver } from './snippet-of-project.resolver.js';
import { SnippetHoldings } from './snippet-holdings.js';
import { SnippetTargetResolver } from './snippet-target.resolver.js';
import { SnippetsController } from './snippets.controller.js';
import { SnippetsRepository } from './snippets.repository.js';
import { SnippetsService } from './snippets.service.js';

/** Snippets (contract: core §8). */
@Global()
@Module({
  controllers: [SnippetsController, ProjectSnippetsController],
  providers: [
    SnippetsService,
    SnippetsRepository,
    SnippetContentsService,
    SnippetTargetResolver,
    SnippetOfProjectResolver,
    SnippetHoldings,
    SweepSnippetsJob,
    RefreshSnippetJob,
  ],
  exports: [
    SnippetsRepository,
    SnippetsService,
    SnippetContentsService,
    SnippetTargetResolver,
    SnippetOfProjectResolver,
  ],
})
export class SnippetsModule {}
