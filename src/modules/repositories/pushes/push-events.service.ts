import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { slicesOf } from '../../../common/concurrency/slices.js';
import { Env } from '../../../platform/config/env.js';
import type { Tx } from '../../../platform/database/tx.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { EventsService } from '../../../core/events/events.service.js';
import { isDeletion } from '../protection/push-policy.js';
import type { RefChange } from '../protection/push-policy.js';
import { readRef } from '../../../platform/git/ref-names.js';
import { PushFactsRepository } from './push-facts.repository.js';
import type { PushedProject } from './push-facts.repository.js';
import { pushPayload } from './push-payload.js';
import { PushedRefsService } from './pushed-refs.service.js';
import { REF_PUSHED, REPOSITORY_PUSHED, SNIPPET_PUSHED, TAGS_PUSHED } from './push.js';
import type { Push, RefPushed, RepositoryPushed, SnippetPushed } from './push.js';

/** The events of a push. */
export interface PreparedEvents {
  readonly refs: readonly RefPushed[];
  /** Whether the push as a whole matters to a follower. */
  readonly isFollowed: boolean;
}

const REFS_TOLD = 1000;

/** Returns all changes if they fit into one event, otherwise as many as fit of those that are not deletions. */
const foremostOf = (changes: readonly RefChange[]): readonly RefChange[] =>
  changes.length <= REFS_TOLD ? changes : changes.filter((change) => !isDeletion(change)).slice(0, REFS_TOLD);

/**
 * Publishes the events of a push: once for the whole push, and once for each ref (contract: git §6, integrations §4).
 */
@Injectable()
export class PushEventsService {
  private readonly suppressed: Counter;

  constructor(
    private readonly described: PushedRefsService,
    private readonly facts: PushFactsRepository,
    private readonly events: EventsService,
    private readonly env: Env,
    metrics: Metrics,
  ) {
    this.suppressed = metrics.counter(
      'slipway_push_events_suppressed_total',
      'Refs without an event of their own, because their push moved more than PUSH_EVENT_LIMIT of the kind.',
    );
  }

  /** Whether any subscriber wants an event for each ref of the project. */
  areRefsWanted(projectId: number): Promise<boolean> {
    return this.events.isWanted(REF_PUSHED, projectId);
  }

  /**
   * Returns the events of the refs. If a push has more branches or more tags than the limit, these get no events
   * (contract: integrations §4.1).
   */
  async ofRefs(push: Push, project: PushedProject): Promise<readonly RefPushed[]> {
    const { changes, actor } = push;
    const told = ['branch', 'tag'].flatMap((kind) => this.withinLimit(changes, kind));
    if (told.length === 0) {
      return [];
    }
    const pusher = (await this.facts.findPusher(actor.userId)) ?? {
      id: actor.userId,
      name: '',
      username: '',
      email: '',
    };
    const described = await this.described.describe(push, project, told);
    return described.map((ref) => {
      const body = pushPayload(ref, project, pusher, this.env.baseUrl);
      return { projectId: project.id, kind: body.object_kind, body };
    });
  }

  async publish(
    tx: Tx,
    { repository, changes, actor, source, options }: Push,
    prepared: PreparedEvents,
  ): Promise<void> {
    for (const payload of prepared.refs) {
      await this.events.publish(tx, { name: REF_PUSHED, payload });
    }
    const payload: Omit<RepositoryPushed, 'refs'> = {
      projectId: repository.projectId ?? 0,
      repositoryId: repository.id,
      actorId: actor.userId,
      source,
      options,
    };
    if (prepared.isFollowed) {
      const told: RepositoryPushed = { ...payload, refs: foremostOf(changes) };
      await this.events.publish(tx, { name: REPOSITORY_PUSHED, payload: told });
    }
    const tags = changes.filter(({ ref }) => readRef(ref)?.kind === 'tag');
    for (const refs of slicesOf(tags, REFS_TOLD)) {
      const tagsPushed: RepositoryPushed = { ...payload, refs };
      await this.events.publish(tx, { name: TAGS_PUSHED, payload: tagsPushed });
    }
  }

  /** Wikis publish no events; snippets publish their changed contents. */
  async publishOther(tx: Tx, { repository: { snippetId }, source }: Push): Promise<void> {
    if (snippetId !== null && source === 'push') {
      const payload: SnippetPushed = { snippetId };
      await this.events.publish(tx, { name: SNIPPET_PUSHED, payload });
    }
  }

  private withinLimit(changes: readonly RefChange[], kind: string): readonly RefChange[] {
    const own = changes.filter(({ ref }) => readRef(ref)?.kind === kind);
    if (own.length <= this.env.pushEventLimit) {
      return own;
    }
    this.suppressed.inc(own.length);
    return [];
  }
}
