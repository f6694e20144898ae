import { Injectable } from '@nestjs/common';
import type { ApiError } from '../../../common/errors/api-error.js';
import { message, refusedToken, unauthorized } from '../../../common/errors/catalogue.js';
import { Caller } from '../../../core/access/caller.js';
import type { Account } from '../../../core/access/caller.js';
import { isLive } from '../../../core/job-tokens/job-token.js';
import type { JobTokenHolder } from '../../../core/job-tokens/job-token.js';
import { JobTokensService } from '../../../core/job-tokens/job-tokens.service.js';
import { ProjectByIdOrPath } from '../../../core/projects/project-target.resolver.js';
import type { LiveTrigger } from '../trigger.js';
import { TriggersRepository } from '../triggers.repository.js';

/** A credential that starts pipelines: a trigger token, or the token of a running job. */
export type TriggerCredential =
  | { readonly kind: 'trigger'; readonly trigger: LiveTrigger }
  | { readonly kind: 'job'; readonly job: JobTokenHolder['job']; readonly account: Account };

export interface PresentedToken {
  readonly token: string;
  readonly beside?: string | undefined;
}

/** Reveals neither the reason nor anything about projects (contract: triggers §2 row 6, §14). */
const unknownToken = unauthorized;
const jobHasEnded = (): ApiError => refusedToken('Job is not running');
const noSuchProject = (): ApiError => message(404, '404 Not Found');

/**
 * Looks up tokens first, and projects only for live tokens, so that an unknown token learns nothing (contract: triggers
 * §14).
 */
@Injectable()
export class TriggerTokensService {
  constructor(
    private readonly triggers: TriggersRepository,
    private readonly jobTokens: JobTokensService,
    private readonly projects: ProjectByIdOrPath,
  ) {}

  /**
   * Returns the credential of a live token; a trigger's row is protected from deletion until the transaction ends. A
   * job token that is sent in addition gives no rights, but is rejected if it is not live, as for all routes. Throws
   * 401.
   */
  async get({ token: value, beside }: PresentedToken): Promise<TriggerCredential> {
    if (beside !== undefined && !(await this.jobTokens.findLive(beside))) {
      throw refusedToken('The token is not known.');
    }
    const trigger = await this.triggers.lockLive(value);
    if (trigger) {
      return { kind: 'trigger', trigger };
    }
    const holder = await this.jobTokens.find(value);
    if (!holder) {
      throw unknownToken();
    }
    if (!holder.account || !isLive(holder)) {
      throw jobHasEnded(); // also when the account is missing: a deleted user has no running jobs
    }
    return { kind: 'job', job: holder.job, account: holder.account };
  }

  /**
   * Returns the id of the project in the path if the token is valid for it: the trigger's own project, or one that the
   * job's user sees. Throws 404.
   */
  async projectIdOf(reference: string, credential: TriggerCredential): Promise<number> {
    const id =
      credential.kind === 'trigger'
        ? ownProject(reference, credential.trigger)
        : await this.seen(reference, credential);
    if (id === null) {
      throw noSuchProject();
    }
    return id;
  }

  private async seen(
    reference: string,
    { account, job }: Extract<TriggerCredential, { kind: 'job' }>,
  ): Promise<number | null> {
    const credential = { kind: 'job', id: job.id, scopes: null, expiresAt: null } as const;
    const target = await this.projects.resolveReference(reference, Caller.signedIn(account, credential, ''));
    return target?.record.id ?? null;
  }
}

/** A reference of digits is always an id (contract: conventions §2). */
function ownProject(reference: string, { projectId, projectPath }: LiveTrigger): number | null {
  const isNamed = /^\d+$/.test(reference)
    ? Number(reference) === projectId
    : reference.toLowerCase() === projectPath.toLowerCase();
  return isNamed ? projectId : null;
}
