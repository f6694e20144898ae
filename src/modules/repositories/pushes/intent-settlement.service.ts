import { Injectable } from '@nestjs/common';
import { Caller } from '../../../core/access/caller.js';
import type { AuditAuthor } from '../../../core/audit/audit-author.js';
import { UsersRepository } from '../../../core/users/users.repository.js';
import { NULL_ID } from '../../../platform/git/git-directory.js';
import type { GitDirectory } from '../../../platform/git/git-directory.js';
import { releaseRefLock } from '../../../platform/git/ref-move.js';
import type { RefChange } from '../protection/push-policy.js';
import { isDeletion } from '../protection/push-policy.js';
import { HistoryService } from '../reads/history.service.js';
import { RefListsService } from '../refs/ref-lists.service.js';
import { RepositoriesRepository } from '../storages/repositories.repository.js';
import { RepositoriesService } from '../storages/repositories.service.js';
import { PostReceiveService } from './post-receive.service.js';
import { RefIntentsRepository } from './ref-intents.repository.js';
import type { RefIntent } from './ref-intents.repository.js';

/**
 * Age in seconds of an intent after which its unmoved refs never will move: a git child may briefly outlive its
 * service.
 */
const CERTAIN_AFTER_SECONDS = 10;

/** The service moves a single ref itself, so a killed process may have left the lock. */
async function releaseLock({ path }: GitDirectory, [only, ...others]: readonly RefChange[]): Promise<void> {
  if (only && others.length === 0) {
    await releaseRefLock(path, only);
  }
}

/** Settles an intent by what the refs hold now: moved refs are processed, others are dropped (contract: git §6, §7). */
@Injectable()
export class IntentSettlementService {
  constructor(
    private readonly intents: RefIntentsRepository,
    private readonly rows: RepositoriesRepository,
    private readonly repositories: RepositoriesService,
    private readonly refs: RefListsService,
    private readonly history: HistoryService,
    private readonly users: UsersRepository,
    private readonly postReceive: PostReceiveService,
  ) {}

  /** Settles an intent of this process whose git child has ended. Returns false if it cannot be settled yet. */
  async settleEnded(intentId: number): Promise<boolean> {
    const intent = await this.intents.find(intentId);
    return intent === null || this.settle({ ...intent, secondsOld: CERTAIN_AFTER_SECONDS });
  }

  /** Returns false if the intent cannot be settled yet, or another process has settled it. */
  async settle(intent: RefIntent): Promise<boolean> {
    if (await this.intents.isRepeated(intent)) {
      return false; // which push moved the refs is known once the newer intent is settled
    }
    const repository = await this.rows.findById(intent.repositoryId);
    const gitDir = repository && (await this.repositories.findDirectory(repository));
    const moved = gitDir ? await this.movedOf(gitDir, intent.refs) : [];
    if (gitDir && intent.source === 'api') {
      await releaseLock(gitDir, intent.refs);
    }
    if (moved.length < intent.refs.length && intent.secondsOld < CERTAIN_AFTER_SECONDS) {
      return false;
    }
    if (!repository || moved.length === 0) {
      return this.intents.drop(intent.id);
    }
    const { source, pushOptions: options } = intent;
    const actor = await this.authorOf(intent);
    await this.postReceive.finish(intent.id, { repository, changes: moved, actor, source, options });
    return true;
  }

  private async movedOf(gitDir: GitDirectory, changes: readonly RefChange[]): Promise<RefChange[]> {
    const now = await this.refs.held(
      gitDir,
      changes.map(({ ref }) => ref),
    );
    const moved: RefChange[] = [];
    for (const change of changes) {
      const present = now.get(change.ref) ?? NULL_ID;
      if (present === change.after || (await this.wentOn(gitDir, change, present))) {
        moved.push(change);
      }
    }
    return moved;
  }

  /** Whether another push has built on this one. */
  private async wentOn(gitDir: GitDirectory, change: RefChange, present: string): Promise<boolean> {
    if (present === NULL_ID || present === change.before || isDeletion(change)) {
      return false;
    }
    return this.history.isAncestor(gitDir, change.after, present).catch(() => false);
  }

  private async authorOf({ actorId, address }: RefIntent): Promise<AuditAuthor> {
    const account = await this.users.findAccount(actorId);
    const { sudoBy, credential } = Caller.anonymous(address);
    return { account, userId: actorId, address, sudoBy, credential };
  }
}
