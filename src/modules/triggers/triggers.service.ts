import { Injectable } from '@nestjs/common';
import { forbidden, notFound } from '../../common/errors/catalogue.js';
import type { Page } from '../../common/pagination/page.js';
import type { PageRequest } from '../../common/pagination/page-request.js';
import type { Caller } from '../../core/access/caller.js';
import { refuseBot } from '../../core/access/token-giving.js';
import { AuditService } from '../../core/audit/audit.service.js';
import type { Pipeline } from '../pipelines/pipeline.js';
import { PipelinesRepository } from '../pipelines/records/pipelines.repository.js';
import { auditedProject } from '../../core/projects/project-audit.js';
import { refuseArchived } from '../../core/projects/archived.js';
import type { Project } from '../../core/projects/project.js';
import { randomHex } from '../../platform/crypto/random.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import type { Trigger, TriggerChanges, TriggerFields } from './trigger.js';
import { TriggersRepository } from './triggers.repository.js';

const TOKEN_BYTES = 20;

export interface Rotation {
  /** Seconds during which the old value still works. */
  readonly keepSeconds: number;
  readonly expiresAt?: Date | null | undefined;
}

/** Trigger tokens of a project (contract: triggers §1, §16.1, §16.2). */
@Injectable()
export class TriggersService {
  constructor(
    private readonly triggers: TriggersRepository,
    private readonly pipelines: PipelinesRepository,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  list(project: Project, page: PageRequest): Promise<Page<Trigger>> {
    return this.triggers.page(project.id, page);
  }

  /** Throws 404, also for a token of another project. */
  async get(project: Project, id: number): Promise<Trigger> {
    return found(await this.triggers.find(project.id, id));
  }

  /** Returns the pipelines that the token started, newest first (contract: triggers §16.7). Throws 404. */
  async pipelinesOf(project: Project, id: number, page: PageRequest): Promise<Page<Pipeline>> {
    const trigger = await this.get(project, id);
    return this.pipelines.ofTrigger(trigger.id, page);
  }

  /** Throws 403 for bots, 400. */
  create(project: Project, fields: TriggerFields, caller: Caller): Promise<Trigger> {
    refuseBot(caller);
    refuseArchived(project);
    return this.database.transaction(async (tx) => {
      const id = await this.triggers.insert(project.id, caller.userId, fields, randomHex(TOKEN_BYTES));
      const created = await this.get(project, id);
      await this.record(tx, project, created, 'created', caller);
      return created;
    });
  }

  /**
   * For its creator and administrators; absent fields are unchanged, even if another request changes them at the same
   * time. Throws 403, 404.
   */
  update(project: Project, id: number, changes: TriggerChanges, caller: Caller): Promise<Trigger> {
    return this.database.transaction(async () => {
      const trigger = found(await this.triggers.lock(project.id, id));
      if (trigger.ownerId !== caller.userId && !caller.isAdmin) {
        throw forbidden();
      }
      refuseArchived(project);
      if (Object.keys(changes).length > 0) {
        await this.triggers.update(id, changed(trigger, changes));
      }
      return this.get(project, id);
    });
  }

  /** Only for its creator: the new value is shown to nobody else. Throws 403, 404. */
  rotate(project: Project, id: number, { keepSeconds, expiresAt }: Rotation, caller: Caller): Promise<Trigger> {
    return this.database.transaction(async (tx) => {
      await this.triggers.awaitCalls(id);
      const trigger = found(await this.triggers.lock(project.id, id));
      if (trigger.ownerId !== caller.userId) {
        throw forbidden();
      }
      refuseArchived(project);
      await this.triggers.rotate(id, randomHex(TOKEN_BYTES), keepSeconds, changed(trigger, { expiresAt }));
      await this.record(tx, project, trigger, 'rotated', caller);
      return this.get(project, id);
    });
  }

  /** Returns the deleted trigger. Throws 404, 403. */
  delete(project: Project, id: number, caller: Caller): Promise<Trigger> {
    return this.database.transaction(async (tx) => {
      await this.triggers.awaitCalls(id);
      const trigger = await this.get(project, id);
      refuseArchived(project);
      if (!(await this.triggers.delete(id))) {
        throw notFound('Trigger');
      }
      await this.record(tx, project, trigger, 'deleted', caller);
      return trigger;
    });
  }

  private async record(tx: Tx, project: Project, trigger: Trigger, act: string, caller: Caller): Promise<void> {
    const target = { id: trigger.id, type: 'Ci::Trigger', details: trigger.description };
    await this.audit.record(tx, caller, auditedProject(project), target, { custom_message: `Trigger token ${act}` });
  }
}

function found(trigger: Trigger | null): Trigger {
  if (!trigger) {
    throw notFound('Trigger');
  }
  return trigger;
}

const changed = (trigger: Trigger, changes: TriggerChanges): TriggerFields => ({
  description: changes.description ?? trigger.description,
  expiresAt:
    changes.expiresAt === undefined ? (trigger.expiresAt ? new Date(trigger.expiresAt) : null) : changes.expiresAt,
  allowedRefs: changes.allowedRefs === undefined ? trigger.allowedRefs : changes.allowedRefs,
  allowedVariables: changes.allowedVariables === undefined ? trigger.allowedVariables : changes.allowedVariables,
});
