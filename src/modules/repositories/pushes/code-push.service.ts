import { Injectable } from '@nestjs/common';
import { allEnded } from '../../../common/concurrency/all-ended.js';
import type { Tx } from '../../../platform/database/tx.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import type { RefChange } from '../protection/push-policy.js';
import { CommitFollowersService } from './commit-followers.service.js';
import { DefaultBranchService } from './default-branch.service.js';
import { RemovedRefsService } from './removed-refs.service.js';
import type { LostRef } from './deleted-refs.repository.js';
import { PushEventsService } from './push-events.service.js';
import type { PreparedEvents } from './push-events.service.js';
import { PushFactsRepository } from './push-facts.repository.js';
import type { PushedProject } from './push-facts.repository.js';
import type { Push } from './push.js';

/** The consequences of a push, read from the repository before the transaction that writes them. */
export interface PushFindings {
  readonly project: PushedProject;
  readonly defaultBranch: string | null;
  readonly lost: readonly LostRef[];
  readonly events: PreparedEvents;
}

/** Handles the consequences of a push to a project's code: default branch, restorable refs, events and audit event. */
@Injectable()
export class CodePushService {
  constructor(
    private readonly facts: PushFactsRepository,
    private readonly defaultBranches: DefaultBranchService,
    private readonly removedRefs: RemovedRefsService,
    private readonly events: PushEventsService,
    private readonly followers: CommitFollowersService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Reads the consequences of the push, from the repository once it is written. Returns null if the project has been
   * deleted.
   */
  async examine(push: Push, written?: Promise<void>): Promise<PushFindings | null> {
    const { repository, changes } = push;
    const projectId = repository.projectId ?? 0;
    const [project, areRefsWanted] = await allEnded([
      this.facts.findProject(projectId),
      this.events.areRefsWanted(projectId),
      written,
    ]);
    if (!project) {
      return null;
    }
    const defaultBranch = await this.defaultBranches.after(repository, project, changes);
    const current = { ...project, defaultBranch: defaultBranch ?? project.defaultBranch };
    const lost = await this.removedRefs.among(push);
    const refs = areRefsWanted ? await this.events.ofRefs(push, current) : [];
    const isFollowed = await this.followers.isFollowed(push, current);
    return { project, defaultBranch, lost, events: { refs, isFollowed } };
  }

  /** Points HEAD to a default branch that the push created. Safe to repeat. */
  async pointHead({ repository }: Push, { project, defaultBranch }: PushFindings): Promise<void> {
    if (defaultBranch !== null && (project.emptyRepo || defaultBranch !== project.defaultBranch)) {
      await this.defaultBranches.pointHead(repository, defaultBranch);
    }
  }

  /** Writes what {@link examine} found, in the transaction that deletes the intent. */
  async complete(tx: Tx, push: Push, { project, defaultBranch, lost, events }: PushFindings): Promise<void> {
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
