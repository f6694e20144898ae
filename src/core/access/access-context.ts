import type { HttpRequest, HttpResponse } from '../../platform/http/http-types.js';
import type { KeysetKind, PageRequest } from '../../common/pagination/page-request.js';
import type { ListForms, RawParams } from '../../common/params/form-encoding.js';
import type { BodyLimits } from '../../platform/http/read-body.js';
import type { RequestState } from '../../platform/http/request-state.js';
import type { AllowRule, JobTokenRule } from './allow.decorator.js';
import type { ParameterCredentialClass } from './authorized-by.decorator.js';
import { Caller } from './caller.js';
import { READ_SCOPES, WRITE_SCOPES } from './scope.js';
import type { RequestIdentityClass } from './identified-by.decorator.js';
import type { Scope } from './scope.js';
import type { Unlimited } from './unthrottled.decorator.js';
import type { ResolvedTarget } from './target-resolver.js';

/** The rules of a route, compiled once from its decorators. */
export interface RouteRules {
  readonly allow: AllowRule;
  readonly input: (new () => object) | undefined;
  /** The parameters that are lists. */
  readonly lists: ListForms;
  readonly jobTokens: JobTokenRule | undefined;
  readonly unthrottled: Unlimited | undefined;
  readonly watchesReuse: boolean;
  /** Credentials of the request are ignored. */
  readonly withoutCaller: boolean;
  readonly identifiedBy: RequestIdentityClass | undefined;
  readonly authorizedBy: ParameterCredentialClass | undefined;
  /** The kind of keyset pagination of the list; undefined when the route is no list. */
  readonly paging: KeysetKind | undefined;
  readonly body: BodyLimits;
  /** The body holds no parameters: the route reads it itself. */
  readonly readsOwnBody: boolean;
}

/** One request on its way through the steps; each step adds what it found (contract: conventions §1). */
export class AccessContext {
  caller: Caller;
  target: ResolvedTarget | undefined;
  input: object | undefined;
  page: PageRequest | undefined;
  private merged: RawParams | undefined;

  constructor(
    readonly request: HttpRequest,
    readonly response: HttpResponse,
    readonly state: RequestState,
    readonly rules: RouteRules,
  ) {
    this.caller = Caller.anonymous(state.address);
  }

  get isRead(): boolean {
    return this.request.method === 'GET' || this.request.method === 'HEAD';
  }

  /** Scopes of which one is enough: the route's own, or those of its verb (contract: conventions §6.5). */
  get scopes(): readonly Scope[] {
    return this.rules.allow.scopes ?? (this.isRead ? READ_SCOPES : WRITE_SCOPES);
  }

  /** Path, body and query in one, once the body was read. */
  get params(): RawParams {
    this.merged ??= this.state.params;
    return this.merged;
  }
}

const contexts = new WeakMap<object, AccessContext>();

/** Keeps what the guard found out about a request, for its controller. */
export function remember(access: AccessContext): void {
  contexts.set(access.request, access);
}

/** What the guard found out about the request. Throws where the request did not pass the guard. */
export function accessContextOf(request: object): AccessContext {
  const access = contexts.get(request);
  if (!access) {
    throw new Error('This route has no access context: it is public, or the guard is missing.');
  }
  return access;
}
