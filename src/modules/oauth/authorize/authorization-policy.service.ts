import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/time/clock.js';
import { refuseInactive } from '../../../core/access/account-state.js';
import type { Account } from '../../../core/access/caller.js';
import { isSignedInSince } from '../../../core/web/return-targets.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { Env } from '../../../platform/config/env.js';
import type { Application } from '../applications/application.js';
import { ApplicationsRepository } from '../applications/applications.repository.js';
import { matchesRedirect } from '../applications/redirect-uri.js';
import { FamiliesRepository } from '../../../core/oauth-tokens/families/families.repository.js';
import type { ProtocolParams } from '../protocol-params.js';
import { resourcesOf } from '../resources.js';
import { faultOf, scopesOf } from './authorization-checks.js';
import { responseTargetOf, fingerprintOf, maxAgeOf, namedParams } from './authorization-request.js';
import type { AuthorizationRequest, Evaluation } from './authorization-request.js';
import { unknownApplication, unregisteredRedirect, unusableParameter } from './refused-requests.js';

/** Whether the browser requests authorization, or submits the user's decision. */
export type Step = 'request' | 'decision';

/**
 * Decides whether an authorization request is valid and what it needs next; the same on GET, POST and DELETE (contract:
 * oauth §4).
 */
@Injectable()
export class AuthorizationPolicyService {
  constructor(
    private readonly applications: ApplicationsRepository,
    private readonly families: FamiliesRepository,
    private readonly env: Env,
    private readonly clock: Clock,
  ) {}

  /** Throws errors that are shown to the user instead of the application: 400, 401, 403. */
  async evaluate(params: ProtocolParams, web: WebContext, step: Step): Promise<Evaluation> {
    const application = await this.applicationOf(params);
    const redirectUri = redirectUriOf(application, params);
    const to = responseTargetOf(params, redirectUri);
    const prompts = promptsOf(params);
    const { account } = web;
    const wantsNewSignIn = prompts.has('login') || this.isSignInTooOld(params, web);
    if (!account || (wantsNewSignIn && !hasSignedInFor(params, web, step))) {
      const demand = wantsNewSignIn ? fingerprintOf(params) : undefined;
      return prompts.has('none')
        ? { kind: 'refused', to, code: 'login_required' }
        : { kind: 'sign-in', redirectUri, demand, loginHint: params.get('login_hint') };
    }
    refuseInactive(account);
    const fault = faultOf({ params, application, account, resources: resourcesOf(this.env.baseUrl) });
    if (fault) {
      return { kind: 'refused', to, code: fault };
    }
    const request = requestOf(params, application, redirectUri);
    const isConsentDue = prompts.has('consent') || (await this.needsConsent(request, account));
    if (isConsentDue && prompts.has('none')) {
      return { kind: 'refused', to, code: 'consent_required' };
    }
    return { kind: 'valid', request, isConsentDue };
  }

  /**
   * Compares with the `auth_time` that the application gets, in whole seconds. A user who is not signed in must sign in
   * after the request, too, because an identity provider may report an earlier sign-in.
   */
  private isSignInTooOld(params: ProtocolParams, { session }: WebContext): boolean {
    const maxAge = maxAgeOf(params);
    if (maxAge === undefined || !session?.signedInAt) {
      return maxAge !== undefined;
    }
    const authTime = Math.floor(Date.parse(session.signedInAt) / 1000);
    return this.clock.millis() / 1000 - authTime >= maxAge; // 0 is always too old, like prompt=login
  }

  private async applicationOf(params: ProtocolParams): Promise<Application> {
    const uid = params.get('client_id');
    if (uid === undefined) {
      throw unusableParameter(params, 'client_id');
    }
    const application = await this.applications.findByUid(uid);
    if (!application) {
      throw unknownApplication(uid);
    }
    return application;
  }

  /**
   * Public applications cannot authenticate, so their users are asked each time, unless an administrator trusts the
   * application.
   */
  private async needsConsent({ application, scopes }: AuthorizationRequest, { id }: Account): Promise<boolean> {
    if (application.trusted) {
      return false;
    }
    return !application.confidential || !(await this.families.hasConsent(id, application.id, scopes));
  }
}

function redirectUriOf({ redirectUris }: Application, params: ProtocolParams): string {
  const asked = params.get('redirect_uri');
  if (asked === undefined) {
    throw unusableParameter(params, 'redirect_uri');
  }
  if (!redirectUris.some((registered) => matchesRedirect(registered, asked))) {
    throw unregisteredRedirect(asked);
  }
  return asked;
}

const promptsOf = (params: ProtocolParams): ReadonlySet<string> =>
  new Set((params.get('prompt') ?? '').split(' ').filter((word) => word !== ''));

/**
 * Whether the user has signed in since this request was first made. If the request has been shown since, a repetition
 * counts as a new request; a decision belongs to the one that was shown.
 */
function hasSignedInFor(params: ProtocolParams, { session }: WebContext, step: Step): boolean {
  const demand = fingerprintOf(params);
  const wanted = session?.returnTargets.filter((target) => target.demand === demand) ?? [];
  return (
    session !== null &&
    wanted.some((one) => isSignedInSince(session, one) && (step === 'decision' || one.isMet !== true))
  );
}

const requestOf = (params: ProtocolParams, application: Application, redirectUri: string): AuthorizationRequest => ({
  application,
  to: responseTargetOf(params, redirectUri),
  scopes: scopesOf(params, application) ?? [],
  codeChallenge: params.get('code_challenge') ?? null,
  nonce: params.get('nonce') ?? null,
  params: namedParams(params),
});
