import { Injectable } from '@nestjs/common';
import type { HttpRequest } from '../../../platform/http/http-types.js';
import { ApiError } from '../../../common/errors/api-error.js';
import { Caller } from '../caller.js';
import type { AccessContext, RouteRules } from '../access-context.js';
import { given, RequestCredentials } from '../request-credentials.js';
import { Step } from './step.js';

const BEARER = /^bearer +(.+)$/i;

/** Finds who is asking; a wrong credential never counts as none (contract: conventions §1 step 4, §6). */
@Injectable()
export class AuthenticateStep extends Step {
  constructor(private readonly credentials: RequestCredentials) {
    super();
  }

  override async evaluate(access: AccessContext): Promise<void> {
    const { request, params, rules, state } = access;
    if (rules.withoutCaller) {
      return;
    }
    const bearer = bearerOf(request);
    refuseTwice(bearer, given(params.access_token));
    const { jobTokens, watchesReuse } = rules;
    const admitsJobTokens = jobTokens !== undefined;
    const findsJobTokens = admitsJobTokens && jobTokens.onlyBearer !== true;
    const found = await this.credentials.find({
      request,
      params,
      bearer,
      admitsJobTokens,
      findsJobTokens,
      watchesReuse,
    });
    if (found) {
      access.caller = Caller.signedIn(found.account, found.credential, access.caller.address);
      state.userId = found.account.id;
    }
  }

  /**
   * Whether a header proves who is asking. It decides nothing but how much of a body is held before credentials are
   * checked in their turn (contract: conventions §1).
   */
  async knows(
    request: HttpRequest,
    { jobTokens, withoutCaller }: Pick<RouteRules, 'jobTokens' | 'withoutCaller'>,
  ): Promise<boolean> {
    if (withoutCaller) {
      return false;
    }
    const admitsJobTokens = jobTokens !== undefined;
    const findsJobTokens = admitsJobTokens && jobTokens.onlyBearer !== true;
    const presented = { params: {}, bearer: bearerOf(request), admitsJobTokens, findsJobTokens, watchesReuse: false };
    try {
      return (await this.credentials.find({ request, ...presented })) !== null;
    } catch (error) {
      if (error instanceof ApiError) {
        return false;
      }
      throw error;
    }
  }
}

const bearerOf = ({ headers }: HttpRequest): string | undefined =>
  BEARER.exec(headers.authorization ?? '')?.[1]?.trim();

/** Contract: conventions §6.1 step 1. */
function refuseTwice(bearer: string | undefined, parameter: string | undefined): void {
  if (bearer !== undefined && parameter !== undefined) {
    throw new ApiError(400, {
      error: 'invalid_request',
      error_description: 'The access token was given by two methods.',
    });
  }
}
