import { Injectable } from '@nestjs/common';
import type { AuditAuthor } from '../../../core/audit/audit-author.js';
import type { GitDirectory } from '../../../platform/git/git-directory.js';
import type { NewObject } from '../../../platform/git/pack.js';
import { unavailable } from '../../../common/errors/catalogue.js';
import { ProcessIdentity } from '../leases/process-identity.js';
import { RepositoryLeasesService } from '../leases/repository-leases.service.js';
import type { RefChange } from '../protection/push-policy.js';
import { RefSwapsService, TooLate } from '../refs/ref-swaps.service.js';
import type { Repository } from '../repository.js';
import { IntentRetriesService } from './intent-retries.service.js';
import { PostReceiveService } from './post-receive.service.js';
import { PushAuthorizationService } from './push-authorization.service.js';
import type { RefusedChange } from './push-authorization.service.js';
import type { Push } from './push.js';
import { RefIntentsRepository } from './ref-intents.repository.js';

/** The rules of the repository do not permit the change (contract: git §4). */
export class PushRefused extends Error {
  constructor(readonly refused: readonly RefusedChange[]) {
    super('The rules of the repository refuse the change.');
  }
}

export interface RefWrite {
  readonly repository: Repository;
  readonly gitDir: GitDirectory;
  readonly actor: AuditAuthor;
}

/** Refs that moved, and whose consequences are not applied yet. */
export interface MovedRefs {
  readonly intentId: number;
  readonly push: Push;
}

/** Moves refs on behalf of API callers. The caller must hold the write lease (contract: git §3, §6). */
@Injectable()
export class RefWritesService {
  constructor(
    private readonly access: PushAuthorizationService,
    private readonly intents: RefIntentsRepository,
    private readonly postReceive: PostReceiveService,
    private readonly retries: IntentRetriesService,
    private readonly identity: ProcessIdentity,
    private readonly swaps: RefSwapsService,
    private readonly leases: RepositoryLeasesService,
  ) {}

  /** Moves all refs or none. Throws {@link PushRefused}, and `RefsMoved`. */
  async move({ repository, gitDir, actor }: RefWrite, changes: readonly RefChange[]): Promise<void> {
    const refused = await this.access.evaluate({ repository, gitDir, userId: actor.userId }, changes);
    if (refused.length > 0) {
      throw new PushRefused(refused);
    }
    await this.finish(await this.begin(gitDir, { repository, changes, actor, source: 'api', options: [] }));
  }

  /**
   * Moves refs that were authorized; {@link finish} must be called next. `remaining` are objects that the refs will
   * point at and that are not written yet. Throws `RefsMoved`, and any error of writing the objects; 403 and 503 if the
   * process was suspended for so long that it lost the lease, because a move may have begun, and processes that settle
   * the intent may have taken the refs for unmoved.
   */
  async begin(
    gitDir: GitDirectory,
    push: Push,
    remaining: Promise<readonly NewObject[]> = Promise.resolve([]),
  ): Promise<MovedRefs> {
    remaining.catch(() => undefined); // rethrown below, where the intent can be dropped
    const until = await this.leases.writtenUntil(push.repository);
    const intentId = await this.intents.insert(push, this.identity.owner);
    try {
      await this.swaps.compareAndSwap(gitDir, push.changes, { until, objects: await remaining });
    } catch (error) {
      await this.intents.drop(intentId);
      throw error instanceof TooLate ? unavailable() : error;
    }
    return { intentId, push };
  }

  async finish({ intentId, push }: MovedRefs): Promise<void> {
    try {
      await this.postReceive.finish(intentId, push);
    } catch (error) {
      this.retries.add(intentId);
      throw error;
    }
  }
}
