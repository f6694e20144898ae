import { Injectable } from '@nestjs/common';
import type { Job } from '../../../platform/queue/job.js';
import { KeepRefsService } from './keep-refs.service.js';
import type { KeptObject } from './keep-refs.service.js';

export interface KeepDeletedRefsPayload {
  readonly repositoryId: number;
  readonly kept: readonly KeptObject[];
}

/**
 * Protects the objects of many deleted refs of one push from garbage collection. Safe to repeat; postponed while a move
 * holds the repository.
 */
@Injectable()
export class KeepDeletedRefsJob implements Job<KeepDeletedRefsPayload> {
  static readonly jobName = 'repositories.keep-deleted-refs';
  static readonly maxAttempts = 30;

  constructor(private readonly keepRefs: KeepRefsService) {}

  async perform({ repositoryId, kept }: KeepDeletedRefsPayload): Promise<void> {
    await this.keepRefs.keepAll(repositoryId, 'deleted', kept);
  }
}
