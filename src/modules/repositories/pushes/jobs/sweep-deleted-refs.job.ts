import { Injectable } from '@nestjs/common';
import type { Job, RecurringJob } from '../../../../platform/queue/job.js';
import { DeletedRefsRepository } from '../deleted-refs.repository.js';
import { KeepRefsService } from '../../refs/keep-refs.service.js';

const AT_ONCE = 500;

/** Lets go of deleted refs after their 30 days; what only they held is collected later (contract: git §10.1). */
@Injectable()
export class SweepDeletedRefsJob implements Job<object>, RecurringJob {
  static readonly jobName = 'repositories.sweep-deleted-refs';
  readonly everySeconds = 3600;

  constructor(
    private readonly rows: DeletedRefsRepository,
    private readonly keepRefs: KeepRefsService,
  ) {}

  async perform(): Promise<void> {
    for (const { id, repositoryId } of await this.rows.expired(AT_ONCE)) {
      await this.keepRefs.release(repositoryId, 'deleted', id);
      await this.rows.delete(id);
    }
  }
}
