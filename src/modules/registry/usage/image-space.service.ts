import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import { auditedProject, projectAsTarget } from '../../../core/projects/project-audit.js';
import { ProjectContentsService } from '../../../core/projects/project-contents.service.js';
import { ProjectImageSpaceService } from '../../../core/projects/project-image-space.service.js';
import type { ImageSpaceKeeper } from '../../../core/projects/project-image-space.service.js';
import type { ImageSpace } from '../../../core/projects/image-space.js';
import { ProjectStatisticsService } from '../../../core/projects/project-statistics.service.js';
import type { Project } from '../../../core/projects/project.js';
import type { Tx } from '../../../platform/database/database.js';
import { UsageRepository } from './usage.repository.js';

/** Tells the projects what their images take, and holds them to their limits (contract: registry §9.5). */
@Injectable()
export class ImageSpaceService implements ImageSpaceKeeper {
  constructor(
    private readonly usage: UsageRepository,
    private readonly audit: AuditService,
    projects: ProjectImageSpaceService,
    statistics: ProjectStatisticsService,
    contents: ProjectContentsService,
  ) {
    projects.provide(this);
    statistics.provide('images', (projectIds) => usage.bytesOf(projectIds));
    contents.provide('images', (projectIds) => usage.repositoriesOf(projectIds));
  }

  of(projectId: number): Promise<ImageSpace> {
    return this.usage.spaceOf(projectId);
  }

  async setLimit(tx: Tx, project: Project, limit: number | null, caller: Caller): Promise<void> {
    const before = await this.usage.spaceOf(project.id);
    await this.usage.setLimit(project.id, limit);
    if (before.limit !== limit) {
      const change = { change: 'container_registry_size_limit', from: before.limit, to: limit };
      await this.audit.record(tx, caller, auditedProject(project), projectAsTarget(project), change);
    }
  }
}
