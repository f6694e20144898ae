import { Global, Module } from '@nestjs/common';
import { RefreshSnippetJob } from './jobs/refresh-snippet.job.js';
import { SweepSnippetsJob } from './jobs/sweep-snippets.job.js';
import { ProjectSnippetsController } from './project-snippets.controller.js';
import { SnippetContents } from './snippet-contents.service.js';
import { SnippetOfProject } from './snippet-of-project.resolver.js';
import { SnippetStatistics } from './snippet-statistics.service.js';
import { SnippetById } from './snippet-target.resolver.js';
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
    SnippetContents,
    SnippetById,
    SnippetOfProject,
    SnippetStatistics,
    SweepSnippetsJob,
    RefreshSnippetJob,
  ],
  exports: [SnippetsRepository, SnippetsService, SnippetContents, SnippetById, SnippetOfProject],
})
export class SnippetsModule {}
