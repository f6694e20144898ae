import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import * as oidc from 'openid-client';
import { isSignedInSince, returnTargetOf } from '../../../core/web/return-targets.js';
import { WebContextsService } from '../../../core/web/web-contexts.service.js';
import type { SessionContext } from '../../../core/web/web-contexts.service.js';
import type { User } from '../../../core/users/user.js';
import { OidcAccountsService } from './oidc-accounts.service.js';
import { OidcAuditService } from './oidc-audit.service.js';
import { OidcExchangeService } from './oidc-exchange.service.js';
import { OidcRefusal } from './oidc-refusal.js';
import { OidcRequestsRepository } from './oidc-requests.repository.js';
import { OidcRightsService } from './oidc-rights.service.js';

/** Authentication methods of the ID token that count as a second factor (contract: scim-graphql §C1.5). */
const SECOND_FACTORS = new Set(['mfa', 'otp', 'hwk', 'swk', 'fpt']);

/** Creates sessions from answers of the identity provider (contract: scim-graphql §C1.2, §C1.5). */
@Injectable()
export class OidcSignInService {
  constructor(
    private readonly requests: OidcRequestsRepository,
    private readonly exchange: OidcExchangeService,
    private readonly accounts: OidcAccountsService,
    private readonly rights: OidcRightsService,
    private readonly audit: OidcAuditService,
    private readonly webContexts: WebContextsService,
  ) {}

  /** Returns the address at the provider; the return target stays in the session. Throws 503. */
  async begin(web: SessionContext, returnTarget: string): Promise<URL> {
    const state = oidc.randomState();
    const request = { nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier(), returnTarget };
    const wanted = returnTargetOf(web.session, returnTarget);
    const again = wanted?.demand !== undefined && !isSignedInSince(web.session, wanted);
    const address = await this.exchange.address(state, request, again);
    await this.requests.add(await this.webContexts.storedId(web), state, request);
    return address;
  }

  /**
   * Signs in the user in the provider's answer and returns the address that the browser continues with. Throws
   * {@link OidcRefusal}, 503.
   */
  async complete(web: SessionContext, target: string, response: ServerResponse): Promise<string> {
    const state = new URLSearchParams(target.split('?')[1] ?? '').get('state') ?? '';
    const request = await this.requests.take(web.session.id, state);
    if (!request) {
      throw OidcRefusal.forged('unknown state');
    }
    const profile = await this.exchange.profile(target, state, request);
    const { address } = web.browser;
    const user = await this.accounts.of(profile, address);
    refuseUnusable(user);
    await this.rights.follow(user, profile, address);
    const provider = { sub: profile.sub, sid: profile.sid };
    if (user.hasTwoFactor && !profile.methods.some((method) => SECOND_FACTORS.has(method))) {
      await this.webContexts.waitForSecondFactor(web, user.id, { isRemembered: false, provider });
      return `/users/sign_in?second_factor=true&rt=${encodeURIComponent(request.returnTarget)}`;
    }
    const signIn = { userId: user.id, passwordDigest: null, isRemembered: false, provider };
    if (!(await this.webContexts.signIn(web, signIn, response))) {
      throw OidcRefusal.account('Your account may not sign in.');
    }
    await this.audit.record(user, address, 'identity provider sign-in');
    return returnTargetOf(web.session, request.returnTarget)?.target ?? '/';
  }
}

function refuseUnusable({ state, confirmedAt, kind }: User): void {
  if (kind !== 'human') {
    throw OidcRefusal.unknown();
  }
  if (state !== 'active') {
    throw OidcRefusal.account(`Your account has been ${state}.`);
  }
  if (confirmedAt === null) {
    throw OidcRefusal.account('Your primary email address is not confirmed.');
  }
}
