import { Injectable } from '@nestjs/common';
import { OperationsService } from '../../../core/operations/operations.service.js';
import { OrphanSweep } from '../../../platform/blob/orphan-sweep.js';
import { Env } from '../../../platform/config/env.js';
import { Exclusive } from '../../../platform/database/exclusive.js';
import type { JobRun } from '../../../platform/queue/job.js';
import { GarbageCollectionService } from './garbage-collection.service.js';
import { GcRun } from './gc-run.js';
import type { GcTotals } from './gc-run.js';

/** Lock held by the process that collects. */
const RUN_LOCK = 7_310_021;
const BUSY = 'Another process collects garbage.';

export interface GcPayload {
  readonly operationId: string;
  readonly graceSeconds: number;
  readonly sweepsOrphans: boolean;
}

/** Executes collections, one at a time in the whole service (contract: registry §7). */
@Injectable()
export class GcExecutionService {
  constructor(
    private readonly collection: GarbageCollectionService,
    private readonly orphans: OrphanSweep,
    private readonly operations: OperationsService,
    private readonly exclusive: Exclusive,
    private readonly env: Env,
  ) {}

  /** Executes the job of a run. Throws while another process collects, so that the job is retried. */
  async perform(payload: GcPayload, job: JobRun): Promise<void> {
    const outcome = await this.exclusive.run(RUN_LOCK, () =>
      this.operations.attempt(payload.operationId, job, (progress) =>
        this.work(new GcRun(payload.graceSeconds, progress, job.signal), payload),
      ),
    );
    if (!outcome.ran) {
      await this.giveWay(payload, job);
    }
  }

  /** Executes a run without a job. Null while another process collects. */
  async carryOut(payload: GcPayload): Promise<GcTotals | null> {
    const collected: { totals: GcTotals | null } = { totals: null };
    await this.exclusive.run(RUN_LOCK, () =>
      this.operations.run(payload.operationId, async (progress) => {
        collected.totals = await this.work(new GcRun(payload.graceSeconds, progress), payload);
        return collected.totals;
      }),
    );
    return collected.totals;
  }

  /** Only sweeps orphans; does nothing while a collection runs. */
  async sweepOrphans({ signal }: JobRun): Promise<void> {
    const progress = { advance: () => Promise.resolve(true) };
    await this.exclusive.run(RUN_LOCK, () => this.sweep(new GcRun(this.env.registry.gcGrace, progress, signal)));
  }

  private async giveWay({ operationId }: GcPayload, { attempt, maxAttempts }: JobRun): Promise<never> {
    if (attempt >= maxAttempts) {
      await this.operations.fail(operationId, BUSY);
    }
    throw new Error(BUSY);
  }

  private async work(run: GcRun, { sweepsOrphans }: GcPayload): Promise<GcTotals> {
    const totals = await this.collection.collect(run);
    if (sweepsOrphans) {
      await this.sweep(run);
    }
    return totals;
  }

  /** Removes objects of the blob store that no row refers to; checks each object. */
  private async sweep(run: GcRun): Promise<void> {
    await this.orphans.run(run.graceSeconds, () => run.goesOn());
  }
}
