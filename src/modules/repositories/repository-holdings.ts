import { Injectable } from '@nestjs/common';
import { Contributes } from '../../platform/contributions/contributes.decorator.js';
import { ProjectHoldings } from '../../core/projects/project-holdings.js';
import type { FigureSource } from '../../core/projects/project-holdings.js';
import { RepositoriesRepository } from './storages/repositories.repository.js';

/** Figures and numbers of projects' repositories, measured after pushes. */
@Injectable()
@Contributes(ProjectHoldings)
export class RepositoryHoldings extends ProjectHoldings {
  override readonly figures = {
    repository: this.figure('code', 'size'),
    commits: this.figure('code', 'commits'),
    wiki: this.figure('wiki', 'size'),
  };
  override readonly contents = { repositories: (ids: readonly number[]) => this.repositories.counts(ids) };

  constructor(private readonly repositories: RepositoriesRepository) {
    super();
  }

  private figure(type: 'code' | 'wiki', figure: 'size' | 'commits'): FigureSource {
    return async (ids) => {
      const rows = await this.repositories.figures(ids, type);
      return new Map(rows.map((row) => [row.projectId, row[figure]]));
    };
  }
}
