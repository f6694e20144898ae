import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { Tx } from '../../../platform/database/database.js';
import { Jobs } from '../../../platform/queue/job.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import { MaintainRepositoryJob } from '../maintenance/maintain-repository.job.js';
import { MeasureRepositoryJob } from '../maintenance/measure-repository.job.js';
import type { RefChange } from '../protection/push-policy.js';
import { DefaultBranchService } from './default-branch.service.js';
import { RemovedRefsService } from './removed-refs.service.js';
import type { RemovedRef } from './removed-refs.service.js';
import { PushEventsService } from './push-events.service.js';
import type { PreparedEvents } from './push-events.service.js';
import { PushFactsRepository } from './push-facts.repository.js';
import type { PushedProject } from './push-facts.repository.js';
import type { Push } from './push.js';
import { RefIntentsRepository } from './ref-intents.repository.js';

/** What a push leads to, read from the repository before the transaction that writes it. */
interface Findings {
  readonly project: PushedProject;
  readonly defaultBranch: string | null;
  readonly lost: readonly RemovedRef[];
  readonly events: PreparedEvents;
}

/**
 * What follows from refs that moved: one transaction, which takes the intent away, so that nothing is done twice and
 * nothing is lost (contract: git §6).
 */
@Injectable()
export class PostReceiveService {
  constructor(
    private readonly facts: PushFactsRepository,
    private readonly intents: RefIntentsRepository,
    private readonly defaultBranches: DefaultBranchService,
    private readonly removedRefs: RemovedRefsService,
    private readonly events: PushEventsService,
    private readonly audit: AuditService,
    private readonly jobs: Jobs,
    private readonly database: Database,
  ) {}

  /** `push.changes` are those that really moved; the intent falls when there are none. */
  async finish(intentId: number, push: Push): Promise<void> {
    const { repository, changes } = push;
    if (changes.length === 0) {
      await this.intents.drop(intentId);
      return;
    }
    const findings = repository.type === 'code' ? await this.look(push) : null;
    await this.database.detached(() =>
      this.database.transaction(async (tx) => {
        if (!(await this.intents.finish(intentId, changes))) {
          return;
        }
        await this.scheduleMaintenance(tx, repository.id);
        await (findings ? this.follow(tx, push, findings) : this.events.publishOther(tx, push));
      }),
    );
  }

  /** What follows a first commit in the transaction that makes its repository. */
  async followInside(tx: Tx, push: Push): Promise<void> {
    const findings = push.repository.type === 'code' ? await this.look(push) : null;
    await this.scheduleMaintenance(tx, push.repository.id);
    if (findings) {
      await this.follow(tx, push, findings);
    }
  }

  /** Many pushes share one run of each job. */
  private async scheduleMaintenance(tx: Tx, repositoryId: number): Promise<void> {
    for (const job of [MeasureRepositoryJob, MaintainRepositoryJob]) {
      await this.jobs.enqueue(tx, job, { repositoryId }, { uniqueKey: `${job.jobName} ${repositoryId}` });
    }
  }

  private async look(push: Push): Promise<Findings | null> {
    const { repository, changes } = push;
    const project = await this.facts.findProject(repository.projectId ?? 0);
    if (!project) {
      return null; // deleted meanwhile
    }
    const defaultBranch = await this.defaultBranches.after(repository, project, changes);
    if (defaultBranch !== null && (project.emptyRepo || defaultBranch !== project.defaultBranch)) {
      await this.defaultBranches.pointHead(repository, defaultBranch);
    }
    const current = { ...project, defaultBranch: defaultBranch ?? project.defaultBranch };
    const lost = await this.removedRefs.among(repository, changes);
    return { project, defaultBranch, lost, events: await this.events.prepare(push, current) };
  }

  private async follow(tx: Tx, push: Push, { project, defaultBranch, lost, events }: Findings): Promise<void> {
    await this.facts.noteActivity(project.id, project.emptyRepo && defaultBranch === null);
    if (defaultBranch !== null && defaultBranch !== project.defaultBranch) {
      await this.facts.setDefaultBranch(project.id, defaultBranch);
    }
    if (project.emptyRepo && defaultBranch !== null) {
      await this.defaultBranches.protect(project, defaultBranch);
    }
    await this.removedRefs.remember(tx, push, lost);
    await this.events.publish(tx, push, events);
    await this.auditPush(tx, push, project);
  }

  private async auditPush(tx: Tx, { actor, changes, repository }: Push, project: PushedProject): Promise<void> {
    const groupIds = project.namespaceKind === 'group' ? project.traversalIds : [];
    const entity = { type: 'Project', id: project.id, path: project.fullPath, groupIds } as const;
    const target = { id: repository.id, type: 'Repository', details: refsText(changes) };
    await this.audit.record(tx, actor, entity, target, { custom_message: 'Repository pushed' });
  }
}

const REFS_NAMED = 10;

function refsText(changes: readonly RefChange[]): string {
  const named = changes.slice(0, REFS_NAMED).map(({ ref }) => ref);
  const more = changes.length - named.length;
  return named.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
