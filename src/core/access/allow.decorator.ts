import { SetMetadata } from '@nestjs/common';
import type { Role } from './role.js';
import type { Scope } from './scope.js';
import type { TargetResolver } from './target-resolver.js';

export const ALLOW = Symbol('allow');
export const JOB_TOKENS = Symbol('admits job tokens');

export interface AllowRule {
  /** What `:id` names, or nothing but the instance. */
  readonly on: 'project' | 'group' | 'instance' | (abstract new (...dependencies: never[]) => TargetResolver);
  /**
   * Least role there; `admin` for administrators only; `insider` for those who are neither external nor a token's bot;
   * everybody who sees it when absent.
   */
  readonly role?: Role | 'admin' | 'insider';
  /** Role and scope are judged before the record is looked for: whether it exists is told to nobody else. */
  readonly rightsFirst?: true;
  /** The path's parameter with a user's id: that user may whatever the role. */
  readonly orSelf?: string;
  /** Scopes of which one is enough; by the verb when absent: `api`, or `api read_api` for reads. */
  readonly scopes?: readonly Scope[];
  /** True: everybody who may see the target, without signing in. Else a request without credentials is 401. */
  readonly anonymous?: boolean;
  /** The reason in a 403 for too low a role. */
  readonly reason?: string;
}

/** Who may call this route. A route without `@Allow` or `@Public` refuses everybody (contract: conventions §1). */
export const Allow = (rule: AllowRule) => SetMetadata(ALLOW, rule);

/** Open to everybody, with or without credentials, and outside of the API's checks: health, pages, other protocols. */
export const Public = () => SetMetadata(ALLOW, 'public');

export interface JobTokenRule {
  /** Only while `ci_job_token_scope` is on. */
  readonly switched: boolean;
  /** `job_token` and `JOB-TOKEN` are read by the route itself, by rules of its own. */
  readonly onlyBearer?: boolean;
}

/** The route also takes job tokens (contract: conventions §6.3). */
export const AdmitsJobTokens = (rule: JobTokenRule) => SetMetadata(JOB_TOKENS, rule);

export const WITHOUT_CALLER = Symbol('without caller');

/** Whatever credential the request carries says nothing here: the route has a secret of its own. */
export const WithoutCaller = () => SetMetadata(WITHOUT_CALLER, true);

export const WATCHES_REUSE = Symbol('watches reuse');

/** Presenting a token here that was rotated away revokes its successors (contract: conventions §21.7). */
export const WatchesReuse = () => SetMetadata(WATCHES_REUSE, true);
