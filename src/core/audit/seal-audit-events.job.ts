import { Injectable } from '@nestjs/common';
import type { Job, RecurringJob } from '../../platform/queue/job.js';
import { AuditSealingService } from './audit-sealing.service.js';

/** Seals the events that were committed since the last run. Safe to repeat. */
@Injectable()
export class SealAuditEventsJob implements Job<object>, RecurringJob {
  static readonly jobName = 'audit.seal-events';
  static readonly concurrency = 1;
  /** Seals what a killed process left unsealed. */
  readonly everySeconds = 300;

  constructor(private readonly sealing: AuditSealingService) {}

  async perform(): Promise<void> {
    await this.sealing.sealAll();
  }
}
