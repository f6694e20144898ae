import { Injectable } from '@nestjs/common';
import * as oidc from 'openid-client';
import { storable } from '../../../common/text/storable.js';
import { Env } from '../../../platform/config/env.js';
import { OidcProviderService } from '../provider/oidc-provider.service.js';
import { readProfile } from './oidc-profile.js';
import type { OidcProfile } from './oidc-profile.js';
import { OidcRefusal } from './oidc-refusal.js';
import type { OidcRequest } from './oidc-requests.repository.js';

export const CALLBACK_PATH = '/users/auth/oidc/callback';
/** Maximum number of characters of the provider's error in the audit log. */
const MAX_REASON = 100;

/** The authorization code flow with PKCE, using the library (contract: scim-graphql §C1.2). */
@Injectable()
export class OidcExchangeService {
  constructor(
    private readonly provider: OidcProviderService,
    private readonly env: Env,
  ) {}

  /** Returns the address that the browser is sent to. Throws 503. */
  async address(state: string, { nonce, verifier }: OidcRequest, again: boolean): Promise<URL> {
    return oidc.buildAuthorizationUrl(await this.provider.client(), {
      redirect_uri: `${this.env.baseUrl}${CALLBACK_PATH}`,
      scope: this.env.oidc.scopes,
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(again ? { prompt: 'login', max_age: '0' } : {}),
    });
  }

  /**
   * Returns the user in the answer, after issuer, signature, audience, nonce and times have been checked. Throws
   * {@link OidcRefusal}, 503.
   */
  async profile(target: string, state: string, { nonce, verifier }: OidcRequest): Promise<OidcProfile> {
    const client = await this.provider.client();
    try {
      const tokens = await oidc.authorizationCodeGrant(client, new URL(target, this.env.baseUrl), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) {
        throw OidcRefusal.forged('no ID token');
      }
      const told = client.serverMetadata().userinfo_endpoint
        ? await oidc.fetchUserInfo(client, tokens.access_token, claims.sub)
        : {};
      const profile = readProfile(claims, told, this.env.oidc.groupsClaim);
      if (!profile) {
        throw OidcRefusal.forged('invalid sub');
      }
      return profile;
    } catch (error) {
      throw error instanceof OidcRefusal ? error : OidcRefusal.forged(reasonIn(error));
    }
  }
}

/** Returns the library's error code, or the error in the provider's answer; never a token. */
function reasonIn(error: unknown): string {
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError) {
    return storable(error.error.slice(0, MAX_REASON)); // written by a third party, so it is cut
  }
  return error instanceof oidc.ClientError ? (error.code ?? 'refused') : 'refused';
}
