import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SettingsService } from '../../../core/settings/settings.service.js';
import { SigningKeysService } from '../../../core/signing-keys/signing-keys.service.js';
import { Env } from '../../../platform/config/env.js';
import { randomHex } from '../../../platform/crypto/random.js';
import type { ClientApplication } from '../applications/application.js';
import type { IssuedToken } from './issued-token.js';
import { TokenPairsRepository } from './token-pairs.repository.js';
import type { NewAccessToken } from './token-pairs.repository.js';

const TOKEN_BYTES = 32;

export interface Issue {
  readonly familyId: number;
  readonly userId: number;
  readonly client: ClientApplication | null;
  readonly scopes: readonly string[];
  /** Whether a refresh token comes with it. */
  readonly isRenewable: boolean;
  /** For an ID token, where the scopes ask for one. */
  readonly identity?: { readonly authTime: string; readonly nonce: string | null };
}

/** A refresh token that is given for a new pair. */
export type Renewal = Pick<Issue, 'familyId' | 'userId' | 'client' | 'scopes'> & { readonly refreshTokenId: number };

/** Makes tokens, inside the transaction of the grant (contract: oauth §5). */
@Injectable()
export class TokenIssueService {
  constructor(
    private readonly pairs: TokenPairsRepository,
    private readonly settings: SettingsService,
    private readonly keys: SigningKeysService,
    private readonly env: Env,
  ) {}

  async issue({ userId, client, isRenewable, identity, ...facts }: Issue): Promise<IssuedToken> {
    const access = await this.newAccessToken({ userId, client, ...facts });
    const refreshToken = isRenewable ? randomHex(TOKEN_BYTES) : undefined;
    const createdAt =
      refreshToken === undefined
        ? await this.pairs.insertAccessToken(access)
        : await this.pairs.insertPair(refreshToken, access);
    const issued = issuedOf(access, refreshToken, createdAt);
    return identity && client && access.scopes.includes('openid')
      ? { ...issued, idToken: await this.idToken(issued, { ...identity, userId, client }) }
      : issued;
  }

  /** Gives a new pair for a refresh token; null when that was used up or revoked before. */
  async renew({ refreshTokenId, ...facts }: Renewal): Promise<IssuedToken | null> {
    const access = await this.newAccessToken(facts);
    const refreshToken = randomHex(TOKEN_BYTES);
    const createdAt = await this.pairs.rotate(refreshTokenId, refreshToken, access);
    return createdAt === null ? null : issuedOf(access, refreshToken, createdAt);
  }

  private async newAccessToken({ client, ...facts }: Omit<Renewal, 'refreshTokenId'>): Promise<NewAccessToken> {
    const { oauthAccessTokenExpiresIn: seconds } = await this.settings.current();
    return { value: randomHex(TOKEN_BYTES), applicationId: client?.id ?? null, seconds, ...facts };
  }

  /** Contract: oauth §9. */
  private idToken(
    { accessToken, createdAt, expiresIn }: IssuedToken,
    { userId, client, authTime, nonce }: NonNullable<Issue['identity']> & { userId: number; client: ClientApplication },
  ): Promise<string> {
    const issuedAt = secondsOf(createdAt);
    return this.keys.sign({
      iss: this.env.baseUrl,
      sub: String(userId),
      aud: client.uid,
      iat: issuedAt,
      exp: issuedAt + expiresIn,
      auth_time: secondsOf(authTime),
      ...(nonce === null ? {} : { nonce }),
      at_hash: halfHashOf(accessToken),
    });
  }
}

const issuedOf = (
  { value, scopes, seconds }: NewAccessToken,
  refreshToken: string | undefined,
  createdAt: string,
): IssuedToken => ({ accessToken: value, refreshToken, scopes, expiresIn: seconds, createdAt });

const secondsOf = (time: string): number => Math.floor(Date.parse(time) / 1000);

/** OpenID Connect Core, §3.1.3.6: the left half of the hash. */
const halfHashOf = (token: string): string =>
  createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');
