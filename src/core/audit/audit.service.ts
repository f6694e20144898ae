import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { Jobs } from '../../platform/queue/job.js';
import type { AuditAuthor } from './audit-author.js';
import type { AuditedAct, AuditedEntity, AuditedTarget } from './audit-event.js';
import { AuditRepository } from './audit.repository.js';
import { SealAuditEventsJob } from './seal-audit-events.job.js';

/** Minimum interval of sealing: it costs as much for one event as for many. */
const SEAL_EVERY_MS = 200;

/** Writes audit events in the transaction of their change (contract: conventions §17). */
@Injectable()
export class AuditService {
  private seal: 'none' | 'being enqueued' | 'wanted again' = 'none';
  private lastSealAt = -SEAL_EVERY_MS;
  private readonly withSudoNoted = new WeakSet<Tx>();

  constructor(
    private readonly events: AuditRepository,
    private readonly jobs: Jobs,
    private readonly database: Database,
  ) {}

  /** `tx` proves that the event and the change commit together; a job seals the event after the commit. */
  async record(tx: Tx, by: AuditAuthor, entity: AuditedEntity, target: AuditedTarget, act: AuditedAct): Promise<void> {
    const details = {
      author_name: by.account?.name ?? (by.scimTokenId === undefined ? 'Anonymous' : 'SCIM'),
      target_id: target.id,
      target_type: target.type,
      target_details: target.details,
      ip_address: by.address,
      entity_path: entity.path,
      ...act,
      ...(by.scimTokenId === undefined ? {} : { scim_token_id: by.scimTokenId }),
      ...(by.sudoBy ? { sudo_by: by.sudoBy.username } : {}),
      ...(by.credential?.kind === 'impersonation'
        ? { impersonated_by: await this.events.impersonator(by.credential.id) }
        : {}),
    };
    await this.events.insert(by.userId, entity, details);
    if (by.sudoBy) {
      this.withSudoNoted.add(tx);
    }
    tx.afterCommit(() => {
      this.sealSoon();
    });
  }

  /** Notes a write under sudo, unless an event of the same transaction already names both users. */
  async recordSudo(tx: Tx, by: AuditAuthor, entity: AuditedEntity, target: AuditedTarget, act: AuditedAct) {
    if (!this.withSudoNoted.has(tx)) {
      await this.record(tx, by, entity, target, act);
    }
  }

  /** Runs after the commit, so that writers never wait for each other on the single waiting job. */
  private sealSoon(): void {
    if (this.seal === 'none') {
      this.seal = 'being enqueued';
      void this.enqueueSeal();
      return;
    }
    this.seal = 'wanted again';
  }

  /** One at a time: events that commit while a job is being enqueued, or is delayed, share the next one. */
  private async enqueueSeal(): Promise<void> {
    const now = performance.now();
    const afterMs = Math.max(this.lastSealAt + SEAL_EVERY_MS - now, 0);
    this.lastSealAt = now + afterMs;
    const options = { uniqueKey: SealAuditEventsJob.jobName, afterMs };
    await this.database
      .transaction((tx) => this.jobs.enqueue(tx, SealAuditEventsJob, {}, options))
      .catch(() => undefined); // the recurring run seals the event
    await sleep(afterMs, undefined, { ref: false });
    const isWantedAgain = this.seal === 'wanted again';
    this.seal = 'none';
    if (isWantedAgain) {
      this.sealSoon();
    }
  }
}
