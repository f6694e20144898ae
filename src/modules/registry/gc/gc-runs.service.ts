import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Caller } from '../../../core/access/caller.js';
import { INSTANCE } from '../../../core/audit/audit-event.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import type { Operation } from '../../../core/operations/operation.js';
import { OperationsService } from '../../../core/operations/operations.service.js';
import { Database } from '../../../platform/database/database.js';
import { Jobs } from '../../../platform/queue/job.js';
import { COLLECTED_REGISTRY } from './garbage-collection.service.js';
import { GcExecutionService } from './gc-execution.service.js';
import type { GcTotals } from './gc-run.js';
import { GC_KIND, GcStartsService } from './gc-starts.service.js';
import type { GcOrder } from './gc-starts.service.js';
import { CollectGarbageJob } from './jobs/collect-garbage.job.js';

/** Delay in ms after which a worker takes over a run from a command, in case the command was killed. */
const COMMAND_TIMEOUT_MS = 10 * 60_000;

/**
 * Runs collections as operations: on request, on schedule, or by a command; one at a time (contract: registry §7,
 * §9.6).
 */
@Injectable()
export class GcRunsService {
  constructor(
    private readonly starts: GcStartsService,
    private readonly execution: GcExecutionService,
    private readonly operations: OperationsService,
    private readonly jobs: Jobs,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  /** Lists runs, newest first. */
  list(page: PageRequest, caller: Caller): Promise<Page<Operation>> {
    return this.operations.list({ kind: GC_KIND }, page, caller);
  }

  /** Returns the run in progress, or a new one. */
  request(order: GcOrder, caller: Caller): Promise<Operation> {
    return this.database.transaction(async (tx) => {
      const { payload, operation, isNew } = await this.starts.findOrStart(tx, order, caller.userId);
      if (isNew) {
        await this.jobs.enqueue(tx, CollectGarbageJob, payload);
        await this.audit.record(tx, caller, INSTANCE, COLLECTED_REGISTRY, {
          custom_message: `Garbage collection requested, grace ${payload.graceSeconds} s`,
        });
      }
      return operation;
    });
  }

  /** Starts a scheduled run, unless a run is in progress. */
  async schedule(): Promise<void> {
    await this.database.transaction(async (tx) => {
      const { payload, isNew } = await this.starts.findOrStart(tx, { sweepsOrphans: false }, null);
      if (isNew) {
        await this.jobs.enqueue(tx, CollectGarbageJob, payload);
      }
    });
  }

  /** Executes a run in this process, even one that was requested elsewhere. Null while another process collects. */
  async carryOut(order: GcOrder): Promise<GcTotals | null> {
    const payload = await this.database.transaction(async (tx) => {
      const found = await this.starts.findOrStart(tx, order, null);
      await this.jobs.enqueue(tx, CollectGarbageJob, found.payload, { afterMs: COMMAND_TIMEOUT_MS });
      return found.payload;
    });
    return this.execution.carryOut(payload);
  }
}
