import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { errorText } from '../../../common/errors/error-text.js';
import { Database } from '../../../platform/database/database.js';
import { Jobs } from '../../../platform/queue/job.js';
import { CONTAINER_KINDS } from '../kinds/index.js';
import type { ContainerKind } from '../kinds/container-kind.js';
import type { StorageMove } from '../storage-move.js';
import { LeftoversService } from '../leftovers/leftovers.service.js';
import { MovedRepositoriesRepository } from '../records/moved-repositories.repository.js';
import { StorageMovesRepository } from '../records/storage-moves.repository.js';
import { MoveRepositoryJob } from './move-repository.job.js';
import { RepositoryCopiesService } from './repository-copies.service.js';
import { StorageMoverService } from './storage-mover.service.js';

const AT_ONCE = 50;
/** Age in seconds after which a scheduled move either has a running job or has lost it. */
const JOB_LOST_SECONDS = 60;

/** Takes over the moves of stopped workers (contract: storage-moves §5 Crashes). */
@Injectable()
export class MoveRecoveryService implements OnApplicationBootstrap {
  private readonly logger = new Logger('storage-moves');

  constructor(
    private readonly moves: StorageMovesRepository,
    private readonly repositories: MovedRepositoriesRepository,
    private readonly mover: StorageMoverService,
    private readonly copies: RepositoryCopiesService,
    private readonly leftovers: LeftoversService,
    private readonly jobs: Jobs,
    private readonly database: Database,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const kind of Object.values(CONTAINER_KINDS)) {
      const cleared = await this.repositories.clearStrayFlags(kind);
      if (cleared > 0) {
        this.logger.warn({ kind: kind.name, cleared, about: 'read-only flags without a move' });
      }
    }
    await this.sweep().catch((error: unknown) => {
      this.logger.warn({ sweep: errorText(error) });
    });
  }

  /** Removes what ended moves left behind. */
  private async sweep(): Promise<void> {
    await this.copies.sweep((name) => this.isUnderWay(name));
    await this.leftovers.cleanAll();
  }

  /** Safe to repeat and to run alongside workers: moves held by a worker are left alone. */
  async recover(): Promise<void> {
    for (const kind of Object.values(CONTAINER_KINDS)) {
      await this.enqueueLost(kind);
      for (const move of await this.moves.unheld(kind, 'started', AT_ONCE)) {
        await this.mover.endStopped(kind, move);
      }
      for (const move of await this.moves.unheld(kind, 'replicated', AT_ONCE)) {
        await this.mover.resume(kind, move);
      }
    }
  }

  private async isUnderWay(moveName: string): Promise<boolean> {
    const [kindName = '', id = ''] = moveName.split('-');
    const kind = Object.values(CONTAINER_KINDS).find(({ name }) => name === kindName);
    return kind !== undefined && (await this.moves.isUnderWay(kind, Number(id) || 0));
  }

  private async enqueueLost(kind: ContainerKind): Promise<void> {
    const lost = await this.moves.unheld(kind, 'scheduled', AT_ONCE, JOB_LOST_SECONDS);
    await Promise.all(lost.map((move) => this.enqueue(kind, move)));
  }

  private async enqueue(kind: ContainerKind, { id, containerId }: StorageMove): Promise<void> {
    const uniqueKey = `${MoveRepositoryJob.jobName} ${kind.name} ${id}`;
    await this.database.transaction((tx) =>
      this.jobs.enqueue(tx, MoveRepositoryJob, { kind: kind.name, id, containerId }, { uniqueKey }),
    );
  }
}
