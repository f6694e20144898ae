import { Injectable } from '@nestjs/common';
import type { Job } from '../../../platform/queue/job.js';
import type { ContainerKindName } from '../kinds/container-kind.js';
import { CONTAINER_KINDS } from '../kinds/index.js';
import { StorageMoverService } from './storage-mover.service.js';

export interface MoveRepositoryPayload {
  readonly kind: ContainerKindName;
  readonly id: number;
  readonly containerId: number;
}

/** Carries out a move. Safe to repeat: what another worker has begun is left alone. */
@Injectable()
export class MoveRepositoryJob implements Job<MoveRepositoryPayload> {
  static readonly jobName = 'storage-moves.move';
  /** Most of them wait, for writes or for a slot. */
  static readonly concurrency = 50;

  constructor(private readonly mover: StorageMoverService) {}

  perform({ kind, id, containerId }: MoveRepositoryPayload): Promise<void> {
    return this.mover.run(CONTAINER_KINDS[kind], id, containerId);
  }
}
