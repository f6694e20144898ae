import path from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { errorText } from '../../../common/errors/error-text.js';
import { inTurns } from '../../../common/concurrency/in-turns.js';
import { ApiError } from '../../../common/errors/api-error.js';
import { steadyMillis } from '../../../common/time/steady-millis.js';
import { NULL_ID } from '../../../platform/git/git-directory.js';
import type { GitDirectory, ObjectArea } from '../../../platform/git/git-directory.js';
import { ProcessIdentity } from '../../repositories/leases/process-identity.js';
import { RepositoryLeasesService } from '../../repositories/leases/repository-leases.service.js';
import { REFUSALS } from '../../repositories/protection/push-policy.js';
import type { RefChange } from '../../repositories/protection/push-policy.js';
import { IntentRetriesService } from '../../repositories/pushes/intent-retries.service.js';
import { PostReceiveService } from '../../repositories/pushes/post-receive.service.js';
import { PushAuthorizationService } from '../../repositories/pushes/push-authorization.service.js';
import type { Push } from '../../repositories/pushes/push.js';
import { RefIntentsRepository } from '../../repositories/pushes/ref-intents.repository.js';
import { RefListsService } from '../../repositories/refs/ref-lists.service.js';
import type { Repository } from '../../repositories/repository.js';
import type { AuditAuthor } from '../../../core/audit/audit-author.js';
import type { HookQuestion } from './push-dialogue.js';

/** Sent if the check itself failed; the reason is only logged. */
const UNCHECKED = 'The push could not be checked. Please try again later.';
const BAD_OPTION = 'refused: a push option holds a control character';
const CONTROL = /\p{Cc}/u;

/** One push: checked before its refs move, and completed after they have moved (contract: git §4, §6). */
export class PushSession {
  private intent: { readonly id: number; readonly push: Push } | undefined;

  constructor(
    private readonly pushes: ReceivePackService,
    readonly repository: Repository,
    readonly gitDir: GitDirectory,
    readonly actor: AuditAuthor,
  ) {}

  async answer(question: HookQuestion): Promise<readonly string[]> {
    if (question.hook === 'post-receive') {
      await this.follow(question);
      return [];
    }
    const { texts, intent } = await this.pushes.evaluate(this, question);
    this.intent ??= intent;
    return texts;
  }

  /** Called after the child has ended: the refs show what it did not report. */
  async settle(): Promise<void> {
    if (this.intent) {
      await this.pushes.recover(this.intent.id);
    }
  }

  /** Only refs that were checked before can have moved. */
  private async follow({ changes }: HookQuestion): Promise<void> {
    if (this.intent) {
      const { id, push } = this.intent;
      const checked = new Set<string>();
      await inTurns(push.changes, (change) => checked.add(keyOf(change)));
      const moved: RefChange[] = [];
      await inTurns(changes, (change) => {
        if (checked.has(keyOf(change))) {
          moved.push(change);
        }
      });
      await this.pushes.finish(id, { ...push, changes: moved });
      this.intent = undefined;
    }
  }
}

const keyOf = ({ ref, before, after }: RefChange): string => `${before} ${after} ${ref}`;

/** Decides on pushes and applies the consequences of moved refs (contract: git §4, §6). */
@Injectable()
export class ReceivePackService {
  private readonly logger = new Logger('git');

  constructor(
    private readonly access: PushAuthorizationService,
    private readonly intents: RefIntentsRepository,
    private readonly postReceive: PostReceiveService,
    private readonly retries: IntentRetriesService,
    private readonly identity: ProcessIdentity,
    private readonly refs: RefListsService,
    private readonly leases: RepositoryLeasesService,
  ) {}

  /**
   * A single refusal refuses the whole push; otherwise the intended moves are stored first (contract: git §4, §6). Also
   * refuses if the process was suspended for so long that it lost the lease, because the repository may have been
   * moved.
   */
  async evaluate({ repository, gitDir, actor }: PushSession, { changes, objects, options }: HookQuestion) {
    if (options.some((option) => CONTROL.test(option))) {
      return { texts: [BAD_OPTION], intent: undefined };
    }
    try {
      const asked = { repository, gitDir, userId: actor.userId };
      const refused = await this.access.evaluate(asked, changes, quarantine(gitDir, objects));
      if (refused.length > 0) {
        return { texts: refused.map(({ refusal }) => REFUSALS[refusal]), intent: undefined };
      }
      const push: Push = { repository, changes, actor, source: 'push', options };
      const begun = { ...push, changes: await this.possible(gitDir, changes) };
      const until = await this.leases.writtenUntil(repository);
      const intent = { id: await this.intents.insert(begun, this.identity.owner), push };
      return { texts: steadyMillis() > until ? [UNCHECKED] : [], intent };
    } catch (error) {
      return { texts: [this.textOf(error)], intent: undefined };
    }
  }

  /** If the consequences cannot be applied now, they are retried: the intent still exists. */
  async finish(intentId: number, push: Push): Promise<void> {
    try {
      await this.postReceive.finish(intentId, push);
    } catch (error) {
      this.logFailure(error);
      this.retries.add(intentId);
    }
  }

  recover(intentId: number): Promise<void> {
    return this.retries.settle(intentId);
  }

  /**
   * Returns the changes that git can perform. Git refuses to change a ref that does not hold what the client claims, so
   * the refs do not show afterwards whether such a change happened: only the hook after the push may report it.
   */
  private async possible(gitDir: GitDirectory, changes: readonly RefChange[]): Promise<RefChange[]> {
    const held = await this.refs.held(
      gitDir,
      changes.map(({ ref }) => ref),
    );
    return changes.filter(({ ref, before }) => (held.get(ref) ?? NULL_ID) === before);
  }

  private textOf(error: unknown): string {
    if (error instanceof ApiError && typeof error.body.message === 'string') {
      return `${error.body.message.replace(/^\d{3} \w+( - )?/, '')}.`;
    }
    this.logFailure(error);
    return UNCHECKED;
  }

  private logFailure(error: unknown): void {
    this.logger.error({ push: errorText(error) });
  }
}

/** The directory of new objects until the push is accepted; undefined for a push without new objects. */
function quarantine({ path: directory }: GitDirectory, objects: string): ObjectArea | undefined {
  return objects === '' ? undefined : { objects, alternates: path.join(directory, 'objects') };
}
