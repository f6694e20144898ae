import { Injectable } from '@nestjs/common';
import { message } from '../../../common/errors/catalogue.js';
import { DAY_SECONDS } from '../../../common/time/units.js';
import type { Caller } from '../../../core/access/caller.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import type { Operation } from '../../../core/operations/operation.js';
import { OperationsService } from '../../../core/operations/operations.service.js';
import { Env } from '../../../platform/config/env.js';
import { Database } from '../../../platform/database/database.js';
import { Jobs } from '../../../platform/queue/job.js';
import { auditedProjectOf, imagePathOf } from '../repositories/image-repository.js';
import type { ImageRepository } from '../repositories/image-repository.js';
import { CleanupLeasesRepository } from './cleanup-leases.repository.js';
import type { CleanupPlan } from './cleanup-plan.js';
import { CleanupPlansRepository } from './cleanup-plans.repository.js';
import { DeleteTagsJob } from './delete-tags.job.js';

const BULK_DELETE_KIND = 'registry_tags_bulk_delete';
/** A plan in progress is kept as long as its operation. */
const RUN_SECONDS = 30 * DAY_SECONDS;

/** Starts bulk deletes, at most one of a repository per interval (contract: registry §4 Lease). */
@Injectable()
export class CleanupStartsService {
  constructor(
    private readonly leases: CleanupLeasesRepository,
    private readonly plans: CleanupPlansRepository,
    private readonly operations: OperationsService,
    private readonly jobs: Jobs,
    private readonly audit: AuditService,
    private readonly database: Database,
    private readonly env: Env,
  ) {}

  /**
   * Throws 400 if the repository recently had a bulk delete. This only saves work: the lease that {@link start} takes
   * is decisive.
   */
  async refuseSoonAfter({ id }: ImageRepository): Promise<void> {
    if (!(await this.leases.isFree(id))) {
      throw tooSoon();
    }
  }

  /**
   * Stores lease, operation, plan, job and audit event in one transaction (contract: registry §4). Throws 400 if the
   * repository recently had a bulk delete.
   */
  start(repository: ImageRepository, plan: CleanupPlan, moment: Date, caller: Caller): Promise<Operation> {
    const { id, projectId } = repository;
    return this.database.transaction(async (tx) => {
      if (!(await this.leases.take(id, this.env.registry.bulkDeleteInterval, moment))) {
        throw tooSoon();
      }
      const operation = await this.operations.schedule(tx, {
        kind: BULK_DELETE_KIND,
        creatorId: caller.userId,
        projectId,
        subject: `repository:${id}`,
        total: plan.items.length,
      });
      const created = {
        repositoryId: id,
        creatorId: caller.userId,
        operationId: operation.id,
        livesSeconds: RUN_SECONDS,
      };
      const stored = await this.plans.insert(created, plan);
      await this.jobs.enqueue(tx, DeleteTagsJob, { planId: stored.id, operationId: operation.id });
      const target = { id, type: 'ContainerRepository', details: imagePathOf(repository) };
      await this.audit.record(tx, caller, auditedProjectOf(repository), target, {
        custom_message: `Deletion of ${plan.items.length} image tags scheduled`,
      });
      return operation;
    });
  }
}

/** The text is the same for every configured interval (contract: registry §4 Lease). */
const tooSoon = () =>
  message(
    400,
    'This request has already been made. You can run this at most once an hour for a given container repository',
  );
