import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { ProjectStatisticsService } from '../projects/project-statistics.service.js';
import { SnippetsRepository } from './snippets.repository.js';

/** What its snippets add to a project's statistics. */
@Injectable()
export class SnippetStatisticsService implements OnModuleInit {
  constructor(
    private readonly statistics: ProjectStatisticsService,
    private readonly snippets: SnippetsRepository,
  ) {}

  onModuleInit(): void {
    this.statistics.provide('snippets', (ids) => this.snippets.sizes(ids));
  }
}
