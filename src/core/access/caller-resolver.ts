import { Injectable } from '@nestjs/common';
import type { HttpRequest, HttpResponse } from '../../platform/http/http-types.js';
import { USUAL_LIMITS } from '../../platform/http/read-body.js';
import { stateOf } from '../../platform/http/request-state.js';
import type { Caller } from './caller.js';
import { AccessContext } from './access-context.js';
import { AuthenticateStep } from './steps/authenticate.step.js';
import { ReadRequestStep } from './steps/read-request.step.js';

const RULES = {
  allow: { on: 'instance', anonymous: true },
  input: undefined,
  jobTokens: undefined,
  unthrottled: 'everybody',
  watchesReuse: false,
  identifiedBy: undefined,
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
  ) {}

  /** Anonymous without credentials; throws 401 or 403 for refused ones. Sudo is not looked at. */
  async callerOf(request: HttpRequest, response: HttpResponse): Promise<Caller> {
    const access = new AccessContext(request, response, stateOf(request), RULES);
    await this.readRequest.evaluate(access);
    await this.authenticate.evaluate(access);
    return access.caller;
  }
}
