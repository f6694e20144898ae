import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { Job, RecurringJob } from '../../../platform/queue/job.js';
import { ContainerRepositoriesService } from '../../repositories/container-repositories.service.js';
import { SnippetsRepository } from '../snippets.repository.js';

const AT_ONCE = 500;

/** Removes personal snippets whose author was deleted; they have been hidden since (contract: core §3). */
@Injectable()
export class SweepSnippetsJob implements Job<object>, RecurringJob {
  static readonly jobName = 'snippets.sweep';
  readonly everySeconds = 600;

  constructor(
    private readonly snippets: SnippetsRepository,
    private readonly repositories: ContainerRepositoriesService,
    private readonly database: Database,
  ) {}

  async perform(): Promise<void> {
    for (const id of await this.snippets.abandoned(AT_ONCE)) {
      await this.database.transaction(async (tx) => {
        await this.repositories.removeAllOf(tx, { snippetId: id });
        await this.snippets.delete(id);
      });
    }
  }
}
