import { Injectable } from '@nestjs/common';
import { HOUR_SECONDS } from '../../../../common/time/units.js';
import type { Job, JobRun, RecurringJob } from '../../../../platform/queue/job.js';
import { DeletedRefsRepository } from '../deleted-refs.repository.js';
import { KeepRefsService } from '../../refs/keep-refs.service.js';

const AT_ONCE = 500;

/** Removes deleted refs after 30 days; objects that only they held are collected later (contract: git §10.1). */
@Injectable()
export class SweepDeletedRefsJob implements Job<object>, RecurringJob {
  static readonly jobName = 'repositories.sweep-deleted-refs';
  readonly everySeconds = HOUR_SECONDS;

  constructor(
    private readonly rows: DeletedRefsRepository,
    private readonly keepRefs: KeepRefsService,
  ) {}

  /** Processes one repository after the other. */
  async perform(_: object, { signal }: JobRun): Promise<void> {
    for (let isLeft = true; isLeft && !signal.aborted;) {
      const [first, ...others] = await this.rows.expired(AT_ONCE);
      isLeft = first !== undefined;
      if (first) {
        const { repositoryId } = first;
        const same = others.filter((other) => other.repositoryId === repositoryId);
        const ids = [first, ...same].map(({ id }) => id);
        await this.keepRefs.releaseAll(repositoryId, 'deleted', ids);
        await this.rows.delete(...ids);
      }
    }
  }
}
