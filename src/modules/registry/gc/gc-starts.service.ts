import { Injectable } from '@nestjs/common';
import type { Operation } from '../../../core/operations/operation.js';
import { OperationsService } from '../../../core/operations/operations.service.js';
import { Env } from '../../../platform/config/env.js';
import type { Tx } from '../../../platform/database/tx.js';
import type { GcPayload } from './gc-execution.service.js';
import { GcMomentsRepository } from './gc-moments.repository.js';

export const GC_KIND = 'registry_gc';
const SUBJECT = 'registry';

export interface GcOrder {
  /** Defaults to the setting. */
  readonly graceSeconds?: number | undefined;
  /** Whether to check the whole blob store for objects without a row, too. */
  readonly sweepsOrphans: boolean;
}

export interface GcStart {
  readonly operation: Operation;
  readonly isNew: boolean;
  readonly payload: GcPayload;
}

/** Starts collections as operations, one at a time (contract: registry §7). */
@Injectable()
export class GcStartsService {
  constructor(
    private readonly moments: GcMomentsRepository,
    private readonly operations: OperationsService,
    private readonly env: Env,
  ) {}

  /** Returns the operation in progress, or a new one. Of concurrent callers, one starts it and the others find it. */
  async findOrStart(tx: Tx, order: GcOrder, creatorId: number | null): Promise<GcStart> {
    const { graceSeconds = this.env.registry.gcGrace, sweepsOrphans } = order;
    await this.moments.lockSchedule();
    const going = await this.operations.findUnderWay(GC_KIND, SUBJECT);
    const operation = going ?? (await this.operations.schedule(tx, { kind: GC_KIND, creatorId, subject: SUBJECT }));
    return { operation, isNew: going === null, payload: { operationId: operation.id, graceSeconds, sweepsOrphans } };
  }
}
