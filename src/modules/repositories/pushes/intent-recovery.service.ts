import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { Caller } from '../../../core/access/caller.js';
import type { AuditAuthor } from '../../../core/audit/audit-author.js';
import { UsersRepository } from '../../../core/users/users.repository.js';
import { NULL_ID } from '../../../platform/git/git-directory.js';
import type { GitDirectory } from '../../../platform/git/git-directory.js';
import { ProcessIdentity } from '../leases/process-identity.js';
import { QuarantinesService } from '../leases/quarantines.service.js';
import { RepositoryLeasesRepository } from '../leases/repository-leases.repository.js';
import type { RefChange } from '../protection/push-policy.js';
import { isDeletion } from '../protection/push-policy.js';
import { HistoryService } from '../reads/history.service.js';
import { RefListsService } from '../refs/ref-lists.service.js';
import { RepositoriesRepository } from '../storages/repositories.repository.js';
import { RepositoriesService } from '../storages/repositories.service.js';
import { PostReceiveService } from './post-receive.service.js';
import { RefIntentsRepository } from './ref-intents.repository.js';
import type { RefIntent } from './ref-intents.repository.js';

/** A git child may outlive its service for a moment: what has not moved by then never will. */
const CERTAIN_AFTER_SECONDS = 10;

/** Finishes what processes began that are gone: moved refs are followed up, others dropped (contract: git §6, §7). */
@Injectable()
export class IntentRecoveryService implements OnApplicationBootstrap {
  private readonly logger = new Logger('repositories');

  constructor(
    private readonly intents: RefIntentsRepository,
    private readonly leases: RepositoryLeasesRepository,
    private readonly quarantines: QuarantinesService,
    private readonly identity: ProcessIdentity,
    private readonly rows: RepositoriesRepository,
    private readonly repositories: RepositoriesService,
    private readonly history: HistoryService,
    private readonly postReceive: PostReceiveService,
    private readonly users: UsersRepository,
    private readonly refs: RefListsService,
  ) {}

  /** Leases of processes that ended on this machine end with them; others end by themselves (contract: storage-moves §5). */
  async onApplicationBootstrap(): Promise<void> {
    for (const owner of await this.identity.gone()) {
      await this.quarantines.removeAllOf(owner).catch((error: unknown) => this.logFailure(owner, error));
      await this.leases.deleteAllOf(owner);
      const left = await this.settle(await this.intents.openOf(owner));
      if (left === 0) {
        await this.identity.forget(owner);
      }
    }
  }

  /** A push of this process whose git child has ended without a word. */
  async settleEnded(intentId: number): Promise<void> {
    const intent = await this.intents.find(intentId);
    if (intent) {
      await this.settleOne({ ...intent, secondsOld: CERTAIN_AFTER_SECONDS });
    }
  }

  /** For the recurring run. */
  async settleAbandoned(): Promise<void> {
    await this.leases.deleteExpired();
    await this.settle(await this.intents.abandoned());
  }

  /** Answers how many could not be settled yet. */
  private async settle(intents: readonly RefIntent[]): Promise<number> {
    let left = 0;
    for (const intent of intents) {
      const isSettled = await this.settleOne(intent).catch((error: unknown) => {
        this.logFailure(`intent ${intent.id}`, error);
        return false;
      });
      left += isSettled ? 0 : 1;
    }
    return left;
  }

  private logFailure(about: string, error: unknown): void {
    this.logger.warn({ about, error: error instanceof Error ? error.message : String(error) });
  }

  private async settleOne(intent: RefIntent): Promise<boolean> {
    if (await this.intents.isRepeated(intent)) {
      return false; // whose push moved the refs is known when the newer one is settled
    }
    const repository = await this.rows.findById(intent.repositoryId);
    const gitDir = repository && (await this.repositories.findDirectory(repository));
    const moved = gitDir ? await this.movedOf(gitDir, intent.refs) : [];
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

  /** Another push built on this one. */
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
