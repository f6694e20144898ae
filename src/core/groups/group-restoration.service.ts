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
import { ProjectDeletionsRepository } from '../projects/project-deletions.repository.js';
import { ProjectWork } from '../projects/project-work.js';
import { auditedGroup, groupAsTarget } from './group-audit.js';
import { GROUP_DELETION } from './group-deletion.service.js';
import { GroupDeletionsRepository } from './group-deletions.repository.js';
import type { Group } from './group.js';
import { GroupsRepository } from './groups.repository.js';

/** Reverts a group's deletion with everything that it hid, during its grace period (contract: core §15.3). */
@Injectable()
@Contributes(OperationUndo)
export class GroupRestorationService extends OperationUndo {
  override readonly kind = GROUP_DELETION;

  constructor(
    private readonly groups: GroupsRepository,
    private readonly deletions: GroupDeletionsRepository,
    private readonly projects: ProjectDeletionsRepository,
    private readonly cancellations: CancellationsService,
    private readonly contributions: Contributions,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {
    super();
  }

  override async undo(tx: Tx, { id, groupId }: Operation, caller: Caller): Promise<void> {
    await this.reveal(tx, groupId ?? 0, id, caller);
  }

  /**
   * For former Owners. Throws 404 when there is nothing to restore, 409 when the path is taken. If it is restored and
   * canceled concurrently, the lock on the operation's row decides, before any other lock is taken.
   */
  restore(id: number, caller: Caller): Promise<Group> {
    return this.database.transaction(async (tx) => {
      const hidden = await this.deletions.findRestorable(id, caller.userId);
      const mayRestore = hidden && caller.isAtLeast(Role.Owner, hidden.level);
      if (!mayRestore || !(await this.cancellations.cancelScheduled(tx, hidden.deletionId))) {
        throw notFound('Group');
      }
      return this.reveal(tx, id, hidden.deletionId, caller);
    });
  }

  /** Throws 404 while the group above is hidden, 409, and 403 without permission. */
  private async reveal(tx: Tx, id: number, deletionId: string, caller: Caller): Promise<Group> {
    await this.deletions.lockNamespaces(deletionId);
    if (await this.deletions.isHidden(deletionId)) {
      throw notFound('Group');
    }
    await this.contributions.only(ProjectWork).cancelHidden(deletionId);
    const isFree = (await this.deletions.reveal(deletionId)) && (await this.projects.reveal(deletionId)) !== null;
    if (!isFree) {
      throw conflict('The path has already been taken');
    }
    const group = await this.groups.find(id, caller);
    if (!group) {
      throw notFound('Group');
    }
    if (!caller.isAtLeast(Role.Owner, group.level)) {
      throw forbidden();
    }
    const act = { custom_message: 'Group restored' };
    await this.audit.record(tx, caller, auditedGroup(group), groupAsTarget(group), act);
    return group;
  }
}
