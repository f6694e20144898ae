import { Injectable } from '@nestjs/common';
import type { AuditAuthor } from '../../../core/audit/audit-author.js';
import { Git } from '../../../platform/git/git.service.js';
import { GitFailed, NULL_ID } from '../../../platform/git/git-directory.js';
import type { GitDirectory } from '../../../platform/git/git-directory.js';
import { moveRefFile } from '../../../platform/git/ref-move.js';
import { SpawnerGone } from '../../../platform/git/spawner/spawner-link.js';
import { ProcessIdentity } from '../leases/process-identity.js';
import type { RefChange } from '../protection/push-policy.js';
import { RefListsService } from '../refs/ref-lists.service.js';
import type { Repository } from '../repository.js';
import { IntentRetriesService } from './intent-retries.service.js';
import { PostReceiveService } from './post-receive.service.js';
import { PushAuthorizationService } from './push-authorization.service.js';
import type { RefusedChange } from './push-authorization.service.js';
import type { Push } from './push.js';
import { RefIntentsRepository } from './ref-intents.repository.js';

/** The rules of the repository refuse the change (contract: git §4). */
export class PushRefused extends Error {
  constructor(readonly refused: readonly RefusedChange[]) {
    super('The rules of the repository refuse the change.');
  }
}

/** Somebody else moved the ref first, or its name is inside another's. */
export class RefsMoved extends Error {}

export interface RefWrite {
  readonly repository: Repository;
  readonly gitDir: GitDirectory;
  readonly actor: AuditAuthor;
}

/** Refs that moved, and whose consequences are not written yet. */
export interface MovedRefs {
  readonly intentId: number;
  readonly push: Push;
}

/** Moves refs for callers of the API; who calls holds the write lease (contract: git §3, §6). */
@Injectable()
export class RefWritesService {
  constructor(
    private readonly access: PushAuthorizationService,
    private readonly intents: RefIntentsRepository,
    private readonly postReceive: PostReceiveService,
    private readonly retries: IntentRetriesService,
    private readonly identity: ProcessIdentity,
    private readonly git: Git,
    private readonly refs: RefListsService,
  ) {}

  /** All of them or none. Throws {@link PushRefused} or {@link RefsMoved}. */
  async move({ repository, gitDir, actor }: RefWrite, changes: readonly RefChange[]): Promise<void> {
    const refused = await this.access.evaluate({ repository, gitDir, userId: actor.userId }, changes);
    if (refused.length > 0) {
      throw new PushRefused(refused);
    }
    await this.finish(await this.begin(gitDir, { repository, changes, actor, source: 'api', options: [] }));
  }

  /** Moves refs as it was allowed; {@link finish} is to follow. Throws {@link RefsMoved}. */
  async begin(gitDir: GitDirectory, push: Push): Promise<MovedRefs> {
    const intentId = await this.intents.insert(push, this.identity.owner);
    try {
      await this.compareAndSwap(gitDir, push.changes);
    } catch (error) {
      await this.intents.drop(intentId);
      throw error;
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

  /** Moves them in one step as git knows it, unless one is no longer what it was. Throws {@link RefsMoved}. */
  async compareAndSwap(gitDir: GitDirectory, changes: readonly RefChange[]): Promise<void> {
    const [only, ...others] = changes;
    const outcome = only && others.length === 0 ? await moveRefFile(gitDir.path, only) : 'left to git';
    if (outcome === 'refused') {
      throw new RefsMoved(`${only?.ref ?? ''} holds something else.`);
    }
    return outcome === 'moved' ? undefined : this.swapByGit(gitDir, changes);
  }

  private async swapByGit(gitDir: GitDirectory, changes: readonly RefChange[]): Promise<void> {
    const lines = changes.map(({ ref, before, after }) => `update ${ref} ${after} ${before}\n`);
    const input = ['start\n', ...lines, 'prepare\n', 'commit\n'].join('');
    try {
      await this.git.run(gitDir, ['update-ref', '--stdin'], { input, isRepeatable: false });
    } catch (error) {
      if (error instanceof SpawnerGone) {
        return this.completeSwap(gitDir, changes);
      }
      throw error instanceof GitFailed ? new RefsMoved(error.message) : error;
    }
  }

  /** Nobody can tell whether git was done: the refs do. All of them have moved, or none and it is tried again. */
  private async completeSwap(gitDir: GitDirectory, changes: readonly RefChange[]): Promise<void> {
    const names = changes.map(({ ref }) => ref);
    const held = await this.refs.held(gitDir, names);
    const hasMoved = changes.every(({ ref, after }) => (held.get(ref) ?? NULL_ID) === after);
    if (!hasMoved) {
      await this.swapByGit(gitDir, changes);
    }
  }
}
