import { Injectable } from '@nestjs/common';
import { NO_LISTS } from '../../common/params/form-encoding.js';
import type { HttpRequest, HttpResponse } from '../../platform/http/http-types.js';
import { USUAL_LIMITS } from '../../platform/http/read-body.js';
import { stateOf } from '../../platform/http/request-state.js';
import type { Caller } from './caller.js';
import { AccessContext } from './access-context.js';
import { AuthenticateStep } from './steps/authenticate.step.js';
import { IdentifyStep } from './steps/identify.step.js';
import { ReadRequestStep } from './steps/read-request.step.js';
import { SudoStep } from './steps/sudo.step.js';

const RULES = {
  allow: { on: 'instance', anonymous: true },
  input: undefined,
  lists: NO_LISTS,
  jobTokens: undefined,
  unthrottled: 'everybody',
  watchesReuse: false,
  withoutCaller: false,
  identifiedBy: undefined,
  authorizedBy: undefined,
  paging: undefined,
  body: USUAL_LIMITS,
  readsOwnBody: false,
} as const;

/** Finds the caller of a route that the API's guard does not check. */
@Injectable()
export class CallerResolver {
  constructor(
    private readonly readRequest: ReadRequestStep,
    private readonly authenticate: AuthenticateStep,
    private readonly identification: IdentifyStep,
    private readonly sudo: SudoStep,
  ) {}

  /** Anonymous without credentials. Throws 401 or 403 for refused ones; ignores sudo. */
  async callerOf(request: HttpRequest, response: HttpResponse): Promise<Caller> {
    const access = new AccessContext(request, response, stateOf(request), RULES);
    await this.readRequest.evaluate(access);
    await this.authenticate.evaluate(access);
    return access.caller;
  }

  /**
   * Finds the caller as REST does, with rate limit and sudo, for protocols that read their bodies themselves: of the
   * parameters only those of the query are looked at.
   */
  async identify(request: HttpRequest, response: HttpResponse): Promise<AccessContext> {
    const rules = { ...RULES, unthrottled: undefined, readsOwnBody: true };
    const access = new AccessContext(request, response, stateOf(request), rules);
    for (const step of [this.readRequest, this.identification, this.sudo]) {
      await step.evaluate(access);
    }
    return access;
  }
}
