import { Injectable } from '@nestjs/common';
import type { Content, ContentCounts } from '../deletions/deletion-preview.js';
import type { FigureSource } from './project-statistics.service.js';

/** Counts what projects hold; the rooms that hold it tell (contract: core §15.2). */
@Injectable()
export class ProjectContentsService {
  private readonly sources = new Map<Content, FigureSource>();

  /** Called by a room when it starts. */
  provide(content: Content, source: FigureSource): void {
    this.sources.set(content, source);
  }

  /** Of all these projects together. */
  async of(projectIds: readonly number[]): Promise<ContentCounts> {
    const [repositories, packages, images] = await Promise.all(
      (['repositories', 'packages', 'images'] as const).map((content) => this.count(content, projectIds)),
    );
    return { repositories: repositories ?? 0, packages: packages ?? 0, images: images ?? 0 };
  }

  private async count(content: Content, projectIds: readonly number[]): Promise<number> {
    const counts = await this.sources.get(content)?.(projectIds);
    return [...(counts?.values() ?? [])].reduce((sum, count) => sum + count, 0);
  }
}
