import { Injectable } from '@nestjs/common';
import type { Job } from '../../../platform/queue/job.js';
import { KeepRefsService } from './keep-refs.service.js';
import type { KeepReason } from './keep-refs.service.js';

export interface KeepRefPayload {
  readonly repositoryId: number;
  readonly reason: KeepReason;
  readonly id: number;
  readonly objectId: string;
}

/** Protects an object from garbage collection. Safe to repeat; postponed while a move holds the repository. */
@Injectable()
export class KeepRefJob implements Job<KeepRefPayload> {
  static readonly jobName = 'repositories.keep-ref';
  static readonly maxAttempts = 30;

  constructor(private readonly keepRefs: KeepRefsService) {}

  async perform({ repositoryId, reason, id, objectId }: KeepRefPayload): Promise<void> {
    await this.keepRefs.keep(repositoryId, reason, id, objectId);
  }
}
