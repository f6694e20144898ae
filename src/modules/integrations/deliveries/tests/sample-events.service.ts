import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../common/time/clock.js';
import { titleOf } from '../../../../platform/git/commit-object.js';
import type { Commit } from '../../../../platform/git/commit-object.js';
import { RepositoryReadsService } from '../../../repositories/reads/repository-reads.service.js';
import { RepositoriesService } from '../../../repositories/storages/repositories.service.js';
import type { PushedProject } from '../../../repositories/pushes/push-facts.repository.js';
import type { ObjectKind } from '../../kinds/object-kind.js';
import { EventOriginsService } from '../../events/event-origins.service.js';
import { normaliseEvent } from '../../events/normalise-event.js';
import type { EventOrigin } from '../../events/normalise-event.js';
import { refOf } from '../../events/ref-of.js';
import type { EventPayload } from '../../records/event-payload.js';
import type { NewEvent } from '../../records/integration-events.repository.js';
import { sampleMembers } from './sample-event.js';

const NOTHING = '0'.repeat(40);
const NO_COMMIT = 'f'.repeat(40);

/** A made-up event of a real project. */
export interface SampleEvent {
  readonly event: NewEvent;
  readonly project: PushedProject;
  readonly sha: string;
}

/** Builds the events of test calls from the project's data (contract: integrations §8.6). */
@Injectable()
export class SampleEventsService {
  constructor(
    private readonly origins: EventOriginsService,
    private readonly repositories: RepositoriesService,
    private readonly reads: RepositoryReadsService,
    private readonly clock: Clock,
  ) {}

  async of(objectKind: ObjectKind, projectId: number, userId: number): Promise<SampleEvent> {
    const { source, ...origin } = await this.origins.of(projectId, userId);
    const branch = source.defaultBranch ?? 'main';
    const commit = await this.newest(projectId, branch);
    const sha = commit?.id ?? NO_COMMIT;
    const now = this.clock.now().toISOString();
    const members = sampleMembers(objectKind, {
      branch,
      sha,
      beforeSha: commit?.parentIds[0] ?? NOTHING,
      commits: [commit ? commitPart(commit) : sampleCommit(origin.user, now)],
      now,
    });
    const payload = normaliseEvent({ objectKind, payload: { object_kind: objectKind, ...members } }, origin);
    return {
      event: { projectId, eventId: null, objectKind, eventType: objectKind, ref: refOf(payload), payload },
      project: source,
      sha,
    };
  }

  private async newest(projectId: number, branch: string): Promise<Commit | null> {
    const repository = await this.repositories.getCode(projectId);
    return this.reads.open(repository, null, (session) => session.commit(`refs/heads/${branch}`)).catch(() => null);
  }
}

/** Sample commit for a project without commits. */
const sampleCommit = ({ name, email }: EventOrigin['user'], timestamp: string): EventPayload => ({
  id: NO_COMMIT,
  message: 'A test of this integration.',
  timestamp,
  author: { name, email },
});

const commitPart = ({ id, message, committer, author }: Commit): EventPayload => ({
  id,
  message,
  title: titleOf(message),
  timestamp: committer.date,
  author: { name: author.name, email: author.email },
});
