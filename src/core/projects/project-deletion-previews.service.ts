import { Injectable } from '@nestjs/common';
import type { DeletionPreview, Named } from '../deletions/deletion-preview.js';
import { ProjectDeletionsRepository } from './project-deletions.repository.js';
import type { ProjectSelection } from './project-deletions.repository.js';
import { ProjectStatisticsService } from './project-statistics.service.js';

/** Lists what a deletion would remove (contract: core §15.2). */
@Injectable()
export class ProjectDeletionPreviewsService {
  constructor(
    private readonly deletions: ProjectDeletionsRepository,
    private readonly statistics: ProjectStatisticsService,
  ) {}

  /** Of these projects, and of the groups that would be deleted with them. */
  async of(which: readonly ProjectSelection[], groups: readonly Named[] = []): Promise<DeletionPreview> {
    const projects = (await Promise.all(which.map((each) => this.deletions.preview(each)))).flat();
    const ids = projects.map(({ id }) => id);
    const [contents, bytes] = await Promise.all([this.statistics.contentsOf(ids), this.bytesOf(ids)]);
    return { users: [], groups, projects, contents, bytes };
  }

  private async bytesOf(projectIds: readonly number[]): Promise<number> {
    const figures = await this.statistics.of(projectIds);
    return [...figures.values()]
      .flatMap(({ commits: _, ...bytes }) => Object.values(bytes))
      .reduce((sum, bytes) => sum + bytes, 0);
  }
}
