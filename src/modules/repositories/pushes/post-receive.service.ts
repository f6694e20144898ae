import { Injectable } from '@nestjs/common';
import { changedNothing } from '../../../platform/database/database-errors.js';
import { Database } from '../../../platform/database/database.js';
import type { Tx } from '../../../platform/database/tx.js';
import { Jobs } from '../../../platform/queue/job.js';
import { MeasureRepositoryJob } from '../maintenance/measure-repository.job.js';
import { CodePushService } from './code-push.service.js';
import { DefaultBranchService } from './default-branch.service.js';
import { PushEventsService } from './push-events.service.js';
import { JobSpacing } from './job-spacing.js';
import type { Push } from './push.js';
import { RefIntentsRepository } from './ref-intents.repository.js';

/** Limits in ms of the pause between two measurements of a repository that is pushed to repeatedly. */
const SHORTEST_PAUSE = 500;
const LONGEST_PAUSE = 60_000;

/**
 * Applies the consequences of moved refs in one transaction that also deletes the intent, so that nothing is done twice
 * or lost (contract: git §6).
 */
@Injectable()
export class PostReceiveService {
  private readonly upkeep = new JobSpacing(SHORTEST_PAUSE, LONGEST_PAUSE);

  constructor(
    private readonly intents: RefIntentsRepository,
    private readonly codePush: CodePushService,
    private readonly defaultBranch: DefaultBranchService,
    private readonly events: PushEventsService,
    private readonly jobs: Jobs,
    private readonly database: Database,
  ) {}

  /** `push.changes` are those that really moved; if there are none, the intent is dropped. */
  async finish(intentId: number, push: Push): Promise<void> {
    const { repository, changes } = push;
    if (changes.length === 0) {
      await this.intents.drop(intentId);
      return;
    }
    const findings = repository.type === 'code' ? await this.codePush.examine(push) : null;
    if (findings) {
      await this.codePush.pointHead(push, findings);
    }
    if (repository.type === 'wiki') {
      await this.defaultBranch.pointHeadAfter(repository, changes);
    }
    await this.unlessFinished(async (tx) => {
      await this.intents.finish(intentId, changes);
      await this.scheduleMaintenance(tx, repository.id);
      await (findings ? this.codePush.complete(tx, push, findings) : this.events.publishOther(tx, push));
    });
  }

  /** Runs a transaction, which fails without effect if another process has finished the intent. */
  private async unlessFinished(work: (tx: Tx) => Promise<void>): Promise<void> {
    try {
      await this.database.detached(() => this.database.transaction(work));
    } catch (error) {
      if (!changedNothing(error)) {
        throw error;
      }
    }
  }

  /**
   * Applies the consequences of a first commit in the transaction that creates its repository, with HEAD on its branch.
   * `written` ends when the commit is written.
   */
  async followInside(tx: Tx, push: Push, written: Promise<void>): Promise<void> {
    const findings = push.repository.type === 'code' ? await this.codePush.examine(push, written) : null;
    await written;
    await this.scheduleMaintenance(tx, push.repository.id);
    if (findings) {
      await this.codePush.complete(tx, push, findings);
    }
  }

  /** Schedules one run for many pushes, because it reads the sizes of all files of the repository. */
  private async scheduleMaintenance(tx: Tx, repositoryId: number): Promise<void> {
    const afterMs = this.upkeep.delay(repositoryId);
    await this.jobs.enqueue(
      tx,
      MeasureRepositoryJob,
      { repositoryId },
      { uniqueKey: `${MeasureRepositoryJob.jobName} ${repositoryId}`, afterMs },
    );
  }
}
