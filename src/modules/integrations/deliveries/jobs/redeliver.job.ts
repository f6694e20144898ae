import { Injectable } from '@nestjs/common';
import { OperationsService } from '../../../../core/operations/operations.service.js';
import { Database } from '../../../../platform/database/database.js';
import type { Job, JobRun } from '../../../../platform/queue/job.js';
import type { DeliveryState } from '../../records/delivery-state.js';
import { DeliveryLogRepository } from '../../records/delivery-log.repository.js';
import { DeliveryResultsRepository } from '../../records/delivery-results.repository.js';
import { DeliveryWakeUp } from '../../records/delivery-wake-up.js';

export interface RedeliverPayload {
  readonly operationId: string;
  readonly integrationId: number;
  /** Id of the newest delivery to send again; later deliveries are not included. */
  readonly newest: number;
  readonly state: DeliveryState | null;
  readonly event: string | null;
  readonly createdAfter: string | null;
  readonly createdBefore: string | null;
}

const BATCH = 100;

/** Sends deliveries again, oldest first. Safe to repeat: an operation redelivers each of them only once. */
@Injectable()
export class RedeliverJob implements Job<RedeliverPayload> {
  static readonly jobName = 'integrations.redeliver';

  constructor(
    private readonly log: DeliveryLogRepository,
    private readonly results: DeliveryResultsRepository,
    private readonly operations: OperationsService,
    private readonly wakeUp: DeliveryWakeUp,
    private readonly database: Database,
  ) {}

  async perform(payload: RedeliverPayload, job: JobRun): Promise<void> {
    const { operationId } = payload;
    await this.operations.attempt(operationId, job, async (progress) => {
      let [done, dueAgain, after] = [0, 0, 0];
      while (await progress.advance(done)) {
        const ids = await this.next(payload, after);
        for (const id of ids) {
          job.signal.throwIfAborted();
          const outcome = await this.redeliver(id, operationId);
          done += outcome === 'passed over' ? 0 : 1;
          dueAgain += outcome === 'due again' ? 1 : 0;
        }
        after = ids.at(-1) ?? after;
        if (ids.length < BATCH) {
          await this.operations.settle(operationId, done, done);
          break;
        }
      }
      return { redelivered_count: dueAgain + (await this.countOf(operationId)) };
    });
  }

  private async next({ integrationId, newest, ...filters }: RedeliverPayload, after: number): Promise<number[]> {
    const { state, event, createdAfter, createdBefore } = filters;
    const found = await this.log.idsAfter(
      integrationId,
      {
        state: state ?? undefined,
        event: event ?? undefined,
        createdAfter: createdAfter === null ? undefined : new Date(createdAfter),
        createdBefore: createdBefore === null ? undefined : new Date(createdBefore),
      },
      after,
      BATCH,
    );
    return found.filter((id) => id <= newest);
  }

  /** Counts the new deliveries of all runs, because an earlier run may have stopped halfway. */
  private async countOf(operationId: string): Promise<number> {
    const counts = await this.log.countsOf(operationId);
    return [...counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /**
   * A delivery that waits for a retry becomes due at once, as when it is redelivered alone (contract: integrations
   * §8.6).
   */
  private redeliver(id: number, operationId: string): Promise<'new' | 'due again' | 'passed over'> {
    return this.database.transaction(async (tx) => {
      this.wakeUp.afterCommitOf(tx);
      if (await this.results.makeDue(id)) {
        return 'due again';
      }
      return (await this.results.redeliver(id, operationId)) === null ? 'passed over' : 'new';
    });
  }
}
