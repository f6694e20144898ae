import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/tx.js';
import { Jobs } from '../../platform/queue/job.js';
import type { JobClass, JobPayload } from '../../platform/queue/job.js';
import type { Operation } from '../operations/operation.js';
import { OperationsService } from '../operations/operations.service.js';
import type { NewOperation } from '../operations/operations.repository.js';
import { DeletionGrace } from './deletion-grace.js';

/** The job that removes the records of an operation. */
interface Removal<P extends JobPayload> {
  readonly job: JobClass<P>;
  readonly payload: (operationId: string) => P;
}

/** Operations for deletions, each with the job that removes the hidden records (contract: core §10). */
@Injectable()
export class ScheduledDeletionsService {
  constructor(
    private readonly operations: OperationsService,
    private readonly jobs: Jobs,
    private readonly grace: DeletionGrace,
  ) {}

  /** The removal waits for DELETION_GRACE and can be canceled until then (contract: core §15.3). */
  async schedule<P extends JobPayload>(
    tx: Tx,
    deletion: Omit<NewOperation, 'canCancel'>,
    { job, payload }: Removal<P>,
  ): Promise<Operation> {
    const operation = await this.operations.schedule(tx, { ...deletion, canCancel: this.grace.isOn });
    await this.jobs.enqueue(tx, job, payload(operation.id), this.grace.jobOptions());
    return operation;
  }

  /** Like {@link schedule}, for records that cannot be restored. */
  async scheduleFinal<P extends JobPayload>(
    tx: Tx,
    deletion: Omit<NewOperation, 'canCancel'>,
    { job, payload }: Removal<P>,
  ): Promise<void> {
    const { id } = await this.operations.schedule(tx, { ...deletion, canCancel: false });
    await this.jobs.enqueue(tx, job, payload(id));
  }

  /** Sets the number of things that the operation removes, which is known once they are hidden. */
  async count(operation: Operation, total: number): Promise<Operation> {
    await this.operations.settle(operation.id, 0, total);
    return { ...operation, total };
  }
}
