import { Injectable } from '@nestjs/common';
import { jwtVerify } from 'jose';
import type { JWTPayload } from 'jose';
import { ApiError } from '../../../common/errors/api-error.js';
import { SessionsRepository } from '../../../core/sessions/sessions.repository.js';
import { Env } from '../../../platform/config/env.js';
import { Database } from '../../../platform/database/database.js';
import { OidcProviderService } from '../provider/oidc-provider.service.js';
import { OidcLogoutTokensRepository } from './oidc-logout-tokens.repository.js';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Older ones are refused, so that a used one need not be known for longer. */
const MAX_AGE_SECONDS = 600;
const TOLERANCE_SECONDS = 30;
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** OpenID Connect Back-Channel Logout 1.0 (contract: scim-graphql §C1.6). */
@Injectable()
export class OidcLogoutService {
  constructor(
    private readonly provider: OidcProviderService,
    private readonly used: OidcLogoutTokensRepository,
    private readonly sessions: SessionsRepository,
    private readonly database: Database,
    private readonly env: Env,
  ) {}

  /** Ends the sessions that the token names. Throws 400 by the specification, 503 when the provider does not answer. */
  async end(token: string): Promise<void> {
    const claims = await this.claimsOf(token);
    const { sub = null, jti = '' } = claims;
    const sid = typeof claims.sid === 'string' ? claims.sid : null;
    await this.database.transaction(async () => {
      if (!(await this.used.use(jti, MAX_AGE_SECONDS + 2 * TOLERANCE_SECONDS))) {
        throw refused();
      }
      await this.sessions.deleteOfProvider(sub, sid);
    });
  }

  private async claimsOf(token: string): Promise<JWTPayload> {
    const keys = await this.provider.keys();
    const client = await this.provider.client();
    const { payload } = await jwtVerify(token, keys, {
      issuer: client.serverMetadata().issuer,
      audience: this.env.oidc.clientId,
      algorithms: ALGORITHMS,
      requiredClaims: ['iat', 'jti'],
      maxTokenAge: MAX_AGE_SECONDS,
      clockTolerance: TOLERANCE_SECONDS,
    }).catch(() => {
      throw refused();
    });
    if (!isLogout(payload)) {
      throw refused();
    }
    return payload;
  }
}

/** It names the event, somebody or a session, and is no ID token. */
function isLogout({ events, nonce, sub, sid, jti }: JWTPayload): boolean {
  const isNamed = typeof sub === 'string' || typeof sid === 'string';
  const isEvent = typeof events === 'object' && events !== null && EVENT in events;
  return isEvent && isNamed && nonce === undefined && jti !== '';
}

export const refused = (): ApiError =>
  new ApiError(400, { error: 'invalid_request', error_description: 'The logout token is not valid.' });
