import { Injectable } from '@nestjs/common';
import { Contributions } from '../../platform/contributions/contributions.js';
import type { ContentCounts } from '../deletions/deletion-preview.js';
import { ProjectHoldings } from './project-holdings.js';
import type { FigureSource } from './project-holdings.js';
import type { ProjectFigures } from './project-figures.js';

/** The contents of projects, as the modules that store them report it (contract: core §6). */
@Injectable()
export class ProjectStatisticsService {
  constructor(private readonly contributions: Contributions) {}

  /** In bytes and commits. */
  async of(projectIds: readonly number[]): Promise<ReadonlyMap<number, ProjectFigures>> {
    if (projectIds.length === 0) {
      return new Map();
    }
    const sources = this.contributions.to(ProjectHoldings).flatMap(({ figures }) => Object.entries(figures));
    const told = await Promise.all(
      sources.map(async ([figure, source]) => ({ figure, values: await source(projectIds) })),
    );
    const figuresOf = (id: number): ProjectFigures =>
      Object.fromEntries(told.map(({ figure, values }) => [figure, values.get(id) ?? 0]));
    return new Map(projectIds.map((id) => [id, figuresOf(id)]));
  }

  /** The numbers of contents of all these projects together (contract: core §15.2). */
  async contentsOf(projectIds: readonly number[]): Promise<ContentCounts> {
    const contents = this.contributions.to(ProjectHoldings).map((holdings) => holdings.contents);
    const [repositories, packages, images] = await Promise.all(
      (['repositories', 'packages', 'images'] as const).map((content) =>
        total(
          contents.flatMap((sources) => sources[content] ?? []),
          projectIds,
        ),
      ),
    );
    return { repositories: repositories ?? 0, packages: packages ?? 0, images: images ?? 0 };
  }
}

async function total(sources: readonly FigureSource[], projectIds: readonly number[]): Promise<number> {
  const counts = await Promise.all(sources.map((source) => source(projectIds)));
  return counts.flatMap((count) => [...count.values()]).reduce((sum, count) => sum + count, 0);
}
