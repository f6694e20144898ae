import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import { auditedProject, projectAsTarget } from '../../../core/projects/project-audit.js';
import { ImageQuota } from '../../../core/projects/image-quota.js';
import type { ImageSpace } from '../../../core/projects/image-quota.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import type { Project } from '../../../core/projects/project.js';
import type { Tx } from '../../../platform/database/tx.js';
import { UsageRepository } from './usage.repository.js';

/** Reads and changes the size limits of projects for images (contract: registry §9.5). */
@Injectable()
@Contributes(ImageQuota)
export class ImageQuotaService extends ImageQuota {
  constructor(
    private readonly usage: UsageRepository,
    private readonly audit: AuditService,
  ) {
    super();
  }

  override of(projectId: number): Promise<ImageSpace> {
    return this.usage.spaceOf(projectId);
  }

  override async setLimit(tx: Tx, project: Project, limit: number | null, caller: Caller): Promise<void> {
    const before = await this.usage.spaceOf(project.id);
    await this.usage.setLimit(project.id, limit);
    if (before.limit !== limit) {
      const change = { change: 'container_registry_size_limit', from: before.limit, to: limit };
      await this.audit.record(tx, caller, auditedProject(project), projectAsTarget(project), change);
    }
  }
}
