import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { RepositoriesRepository } from '../repositories/repositories.repository.js';
import { ProjectContentsService } from './project-contents.service.js';
import { ProjectStatisticsService } from './project-statistics.service.js';

/** What the repositories of projects add to their statistics, counted after each push, and to previews. */
@Injectable()
export class ProjectRepositoryFiguresService implements OnModuleInit {
  constructor(
    private readonly statistics: ProjectStatisticsService,
    private readonly contents: ProjectContentsService,
    private readonly repositories: RepositoriesRepository,
  ) {}

  onModuleInit(): void {
    this.statistics.provide('repository', (ids) => this.read(ids, 'code', 'size'));
    this.statistics.provide('commits', (ids) => this.read(ids, 'code', 'commits'));
    this.contents.provide('repositories', (ids) => this.repositories.counts(ids));
    this.statistics.provide('wiki', (ids) => this.read(ids, 'wiki', 'size'));
  }

  private async read(ids: readonly number[], type: 'code' | 'wiki', figure: 'size' | 'commits') {
    const rows = await this.repositories.figures(ids, type);
    return new Map(rows.map((row) => [row.projectId, row[figure]]));
  }
}
