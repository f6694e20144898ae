import { Injectable } from '@nestjs/common';
import type { Job } from '../../../platform/queue/job.js';
import type { ContainerKindName } from '../kinds/container-kind.js';
import { CONTAINER_KINDS } from '../kinds/index.js';
import { MovesUnderWay } from './moves-under-way.js';
import { StorageMoverService } from './storage-mover.service.js';

export interface MoveRepositoryPayload {
  readonly kind: ContainerKindName;
  readonly id: number;
  readonly containerId: number;
}

/** Begins a move. Safe to repeat, because a move that another worker has begun is left alone. */
@Injectable()
export class MoveRepositoryJob implements Job<MoveRepositoryPayload> {
  static readonly jobName = 'storage-moves.move';
  /** Jobs wait when many moves are running; jobs of other kinds are not delayed. */
  static readonly concurrency = 8;

  constructor(
    private readonly underWay: MovesUnderWay,
    private readonly mover: StorageMoverService,
  ) {}

  perform({ kind, id, containerId }: MoveRepositoryPayload): Promise<void> {
    return this.underWay.take((begun) => this.mover.run(CONTAINER_KINDS[kind], id, containerId, begun));
  }
}
