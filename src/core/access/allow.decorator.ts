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
   * The lowest role there that may call the route; `admin` for administrators only; `insider` for users who are neither
   * external nor a token's bot. When absent, everybody may who sees the target.
   */
  readonly role?: Role | 'admin' | 'insider';
  /** Role and scope are checked before the record is looked up, so that others do not learn whether it exists. */
  readonly rightsFirst?: true;
  /** Who is no member is answered as if the target were missing, also where it is visible; administrators pass. */
  readonly membersOnly?: true;
  /** The path parameter that holds a user's id: that user may call the route whatever their role. */
  readonly orSelf?: string;
  /** Scopes of which one is enough; when absent they follow from the verb: `api`, or `api read_api` for reads. */
  readonly scopes?: readonly Scope[];
  /** True: everybody who sees the target may call the route, also without credentials. Else those are answered 401. */
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
  /** The route reads `job_token` and `JOB-TOKEN` itself, by rules of its own. */
  readonly onlyBearer?: boolean;
}

/** The route also takes job tokens (contract: conventions §6.3). */
export const AdmitsJobTokens = (rule: JobTokenRule) => SetMetadata(JOB_TOKENS, rule);

export const WITHOUT_CALLER = Symbol('without caller');

/** Credentials of the request are ignored, since the route has a secret of its own. */
export const WithoutCaller = () => SetMetadata(WITHOUT_CALLER, true);

export const WATCHES_REUSE = Symbol('watches reuse');

/** A token that is presented here after its rotation revokes its successors (contract: conventions §21.7). */
export const WatchesReuse = () => SetMetadata(WATCHES_REUSE, true);
