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
    refuseTwoTokens(bearer, given(params.access_token));
    const { watchesReuse } = rules;
    const found = await this.credentials.find({ request, params, bearer, ...jobTokensOf(rules), watchesReuse });
    if (found) {
      access.caller = Caller.signedIn(found.account, found.credential, access.caller.address);
      state.userId = found.account.id;
    }
  }

  /**
   * Whether a header proves who is asking. Only the size of the body that may be held depends on it: the credentials
   * themselves are checked in their turn (contract: conventions §1).
   */
  async knows(request: HttpRequest, rules: Pick<RouteRules, 'jobTokens' | 'withoutCaller'>): Promise<boolean> {
    if (rules.withoutCaller) {
      return false;
    }
    const presented = { params: {}, bearer: bearerOf(request), ...jobTokensOf(rules), watchesReuse: false };
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

const jobTokensOf = ({ jobTokens }: Pick<RouteRules, 'jobTokens'>) => ({
  admitsJobTokens: jobTokens !== undefined,
  findsJobTokens: jobTokens !== undefined && jobTokens.onlyBearer !== true,
});

const bearerOf = ({ headers }: HttpRequest): string | undefined =>
  BEARER.exec(headers.authorization ?? '')?.[1]?.trim();

/** Contract: conventions §6.1 step 1. */
function refuseTwoTokens(bearer: string | undefined, parameter: string | undefined): void {
  if (bearer !== undefined && parameter !== undefined) {
    throw new ApiError(400, {
      error: 'invalid_request',
      error_description: 'The access token was given by two methods.',
    });
  }
}
