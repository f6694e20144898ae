import { Injectable } from '@nestjs/common';
import type { Figure, ProjectFigures } from './project-figures.js';

/** Answers one figure of many projects in one statement, by project id; those left out are 0. */
export type FigureSource = (projectIds: readonly number[]) => Promise<ReadonlyMap<number, number>>;

/** What projects hold, in bytes and commits; the rooms that hold it tell (contract: core §6). */
@Injectable()
export class ProjectStatisticsService {
  private readonly sources = new Map<Figure, FigureSource>();

  /** Called by a room when it starts. */
  provide(figure: Figure, source: FigureSource): void {
    this.sources.set(figure, source);
  }

  async of(projectIds: readonly number[]): Promise<ReadonlyMap<number, ProjectFigures>> {
    if (projectIds.length === 0) {
      return new Map();
    }
    const told = await Promise.all(
      [...this.sources].map(async ([figure, source]) => ({ figure, values: await source(projectIds) })),
    );
    const figuresOf = (id: number): ProjectFigures =>
      Object.fromEntries(told.map(({ figure, values }) => [figure, values.get(id) ?? 0]));
    return new Map(projectIds.map((id) => [id, figuresOf(id)]));
  }
}
