import { Injectable } from '@nestjs/common';
import { conflict, forbidden, notFound } from '../../common/errors/catalogue.js';
import { Contributes } from '../../platform/contributions/contributes.decorator.js';
import { Contributions } from '../../platform/contributions/contributions.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import type { Caller } from '../access/caller.js';
import { Role } from '../access/role.js';
import { AuditService } from '../audit/audit.service.js';
import { CancellationsService, OperationUndo } from '../operations/cancellations.service.js';
import type { Operation } from '../operations/operation.js';
import { auditedProject, projectAsTarget } from './project-audit.js';
import { PROJECT_DELETION } from './project-deletion.service.js';
import { ProjectDeletionsRepository } from './project-deletions.repository.js';
import { levelOf } from './project.js';
import type { Project } from './project.js';
import { ProjectsService } from './projects.service.js';
import { ProjectWork } from './project-work.js';

/** Restores projects during the grace period of their deletion (contract: core §15.3). */
@Injectable()
@Contributes(OperationUndo)
export class ProjectRestorationService extends OperationUndo {
  override readonly kind = PROJECT_DELETION;

  constructor(
    private readonly projects: ProjectsService,
    private readonly deletions: ProjectDeletionsRepository,
    private readonly cancellations: CancellationsService,
    private readonly contributions: Contributions,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {
    super();
  }

  override async undo(tx: Tx, { id }: Operation, caller: Caller): Promise<void> {
    await this.reveal(tx, id, caller);
  }

  /**
   * Restores a project for a former Owner. Throws 404 when there is nothing to restore, 409 when the path is taken. Of
   * concurrent restorations and cancellations the operation's row admits one, before anything else is locked.
   */
  restore(id: number, caller: Caller): Promise<Project> {
    return this.database.transaction(async (tx) => {
      const hidden = await this.deletions.findRestorable(id, caller.userId);
      const mayRestore = hidden && caller.isAtLeast(Role.Owner, hidden.level);
      if (!mayRestore || !(await this.cancellations.cancelScheduled(tx, hidden.deletionId))) {
        throw notFound('Project');
      }
      await this.reveal(tx, hidden.deletionId, caller);
      return this.projects.get(id, caller);
    });
  }

  /**
   * Throws 404 while the group above is hidden, 409 when the path is taken, and 403 for a caller who may not restore
   * it.
   */
  private async reveal(tx: Tx, deletionId: string, caller: Caller): Promise<void> {
    await this.deletions.lockNamespaces(deletionId);
    if (await this.deletions.isHidden(deletionId)) {
      throw notFound('Project');
    }
    await this.contributions.only(ProjectWork).cancelHidden(deletionId);
    const ids = await this.deletions.reveal(deletionId);
    if (!ids) {
      throw conflict('The path has already been taken');
    }
    for (const id of ids) {
      const project = await this.projects.get(id, caller);
      if (!caller.isAtLeast(Role.Owner, levelOf(project))) {
        throw forbidden();
      }
      const act = { custom_message: 'Project restored' };
      await this.audit.record(tx, caller, auditedProject(project), projectAsTarget(project), act);
    }
  }
}
