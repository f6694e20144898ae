import { Injectable } from '@nestjs/common';
import { Env } from '../../../platform/config/env.js';
import { Database } from '../../../platform/database/database.js';
import { ImageRepositoriesRepository } from '../repositories/image-repositories.repository.js';
import { BulkTagsRepository } from '../tags/bulk-tags.repository.js';
import { HeldTagsService } from '../tags/held-tags.service.js';
import type { CleanupRun } from './cleanup-plan.js';
import { CleanupPlansRepository } from './cleanup-plans.repository.js';

/** Number of tags per transaction; pushes to the repository wait no longer than for one of them. */
const BATCH = 500;

/** Deletes the tags of a plan, one batch per transaction, which also records the progress of the plan. */
@Injectable()
export class CleanupBatchesService {
  constructor(
    private readonly plans: CleanupPlansRepository,
    private readonly tags: BulkTagsRepository,
    private readonly heldTags: HeldTagsService,
    private readonly repositories: ImageRepositoriesRepository,
    private readonly database: Database,
    private readonly env: Env,
  ) {}

  /** Returns the number of items processed so far; null if the repository, and the plan with it, is gone. */
  deleteNext(planId: string, run: CleanupRun): Promise<number | null> {
    const { repositoryId, creator } = run;
    return this.database.transaction(async () => {
      const isLive = await this.repositories.lockForChange(repositoryId);
      const done = isLive ? await this.plans.lockDone(planId) : null;
      if (done === null) {
        return null;
      }
      const batch = run.items.slice(done, done + BATCH);
      const names = batch.map(({ name }) => name);
      const held = await this.heldTags.among({ projectId: run.projectId, name: run.repositoryName }, names);
      const tags = batch.filter(({ name }) => !held.has(name));
      const graceSeconds = this.env.registry.gcGrace;
      const deleted = await this.tags.remove({ repositoryId, tags, author: creator, graceSeconds });
      const left = await this.tags.present(repositoryId, names);
      const among = (found: ReadonlySet<string>) => names.filter((name) => found.has(name));
      await this.plans.advance(planId, done + batch.length, among(deleted), among(left));
      await this.repositories.noteChange(repositoryId);
      return done + batch.length;
    });
  }
}
