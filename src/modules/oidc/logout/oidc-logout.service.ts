import { Injectable } from '@nestjs/common';
import { jwtVerify } from 'jose';
import type { JWTPayload } from 'jose';
import { ApiError } from '../../../common/errors/api-error.js';
import { isJsonObject } from '../../../common/params/json-object.js';
import { SessionsRepository } from '../../../core/sessions/sessions.repository.js';
import { Env } from '../../../platform/config/env.js';
import { Database } from '../../../platform/database/database.js';
import { OidcProviderService } from '../provider/oidc-provider.service.js';
import { OidcLogoutTokensRepository } from './oidc-logout-tokens.repository.js';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Maximum age of a token in seconds. Older ones are refused, so that used ones need not be remembered for longer. */
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

/** Implements OpenID Connect Back-Channel Logout 1.0 (contract: scim-graphql §C1.6). */
@Injectable()
export class OidcLogoutService {
  constructor(
    private readonly provider: OidcProviderService,
    private readonly used: OidcLogoutTokensRepository,
    private readonly sessions: SessionsRepository,
    private readonly database: Database,
    private readonly env: Env,
  ) {}

  /** Ends the sessions that the token denotes. Throws 400 as specified, and 503 if the provider does not answer. */
  async end(token: string): Promise<void> {
    const { sub, sid, jti } = await this.claimsOf(token);
    await this.database.transaction(async () => {
      if (!(await this.used.use(jti, MAX_AGE_SECONDS + 2 * TOLERANCE_SECONDS))) {
        throw refused();
      }
      await this.sessions.deleteOfProvider(sub, sid);
    });
  }

  private async claimsOf(token: string): Promise<LogoutClaims> {
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
    const claims = readLogout(payload);
    if (!claims) {
      throw refused();
    }
    return claims;
  }
}

interface LogoutClaims {
  readonly sub: string | null;
  readonly sid: string | null;
  readonly jti: string;
}

/**
 * Returns null unless the token contains the event and a subject or a session, and is not an ID token. Signed claims
 * may have any type.
 */
function readLogout({ events, nonce, ...named }: JWTPayload): LogoutClaims | null {
  const { sub = null, sid = null, jti = null }: Readonly<Record<string, unknown>> = named;
  const isLogout = isJsonObject(events) && isJsonObject(events[EVENT]);
  if (!isLogout || nonce !== undefined || !isTextOrNull(sub) || !isTextOrNull(sid) || !isTextOrNull(jti)) {
    return null;
  }
  const isNamed = sub !== null || sid !== null;
  return isNamed && jti !== null ? { sub, sid, jti } : null;
}

/** Whether the value is null, or a non-empty text that can be used in a query. */
const isTextOrNull = (value: unknown): value is string | null =>
  value === null || (typeof value === 'string' && value !== '' && !value.includes('\0') && value.isWellFormed());

export const refused = (): ApiError =>
  new ApiError(400, { error: 'invalid_request', error_description: 'The logout token is not valid.' });
