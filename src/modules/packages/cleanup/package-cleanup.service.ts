import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/time/clock.js';
import type { Caller } from '../../../core/access/caller.js';
import type { Operation } from '../../../core/operations/operation.js';
import { OperationsService } from '../../../core/operations/operations.service.js';
import { refuseArchived } from '../../../core/projects/archived.js';
import type { Project } from '../../../core/projects/project.js';
import { Database } from '../../../platform/database/database.js';
import type { Tx } from '../../../platform/database/tx.js';
import { Jobs } from '../../../platform/queue/job.js';
import { CleanPackagesJob } from './jobs/clean-packages.job.js';
import { PackageCleanupPoliciesRepository } from './package-cleanup-policies.repository.js';
import { PackageCleanupPoliciesService } from './package-cleanup-policies.service.js';
import { decide } from './package-decisions.js';
import type { PackageCleanupPreview } from './package-decisions.js';
import { PackageFactsRepository } from './package-facts.repository.js';

const CLEANUP_KIND = 'packages_cleanup';
const DUE_AT_ONCE = 100;

/** Starts package cleanups, on request and when they are due (contract: packages §6.2). */
@Injectable()
export class PackageCleanupService {
  constructor(
    private readonly policies: PackageCleanupPoliciesService,
    private readonly schedule: PackageCleanupPoliciesRepository,
    private readonly facts: PackageFactsRepository,
    private readonly operations: OperationsService,
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Returns what the policy would do now, without changing anything. */
  async preview(project: Project): Promise<PackageCleanupPreview> {
    const rules = await this.policies.get(project.id);
    const decisions = await decide(await this.facts.ofProject(project.id), rules, this.clock.now());
    const deleted = decisions.filter(({ action }) => action === 'delete').map((decision) => decision.package.id);
    return { decisions, bytes: await this.facts.bytesOf(deleted) };
  }

  /** Runs the policy now, whether enabled or not; returns the run in progress if there is one. */
  start(project: Project, caller: Caller): Promise<Operation> {
    refuseArchived(project);
    return this.database.transaction(async (tx) => {
      await this.schedule.lock(project.id);
      return this.enqueue(tx, project.id, caller.userId);
    });
  }

  /** Starts the policies that are due. */
  async startDue(): Promise<void> {
    const started = await this.database.transaction(async (tx) => {
      const due = await this.schedule.takeDue(DUE_AT_ONCE);
      for (const projectId of due) {
        await this.enqueue(tx, projectId, null);
      }
      return due.length;
    });
    if (started === DUE_AT_ONCE) {
      await this.startDue();
    }
  }

  /** The transaction holds a lock on the project's policy, so there is only one run at a time. */
  private async enqueue(tx: Tx, projectId: number, creatorId: number | null): Promise<Operation> {
    const subject = `packages:${projectId}`;
    const going = await this.operations.findUnderWay(CLEANUP_KIND, subject);
    if (going) {
      return going;
    }
    const operation = await this.operations.schedule(tx, { kind: CLEANUP_KIND, creatorId, projectId, subject });
    const moment = this.clock.now().toISOString();
    await this.jobs.enqueue(tx, CleanPackagesJob, { operationId: operation.id, projectId, creatorId, moment });
    return operation;
  }
}
