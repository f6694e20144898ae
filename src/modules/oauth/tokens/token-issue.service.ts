import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SettingsService } from '../../../core/settings/settings.service.js';
import { SigningKeys } from '../../../core/signing-keys/signing-keys.service.js';
import { Env } from '../../../platform/config/env.js';
import { randomHex } from '../../../platform/crypto/random.js';
import type { Application } from '../applications/application.js';
import type { IssuedToken } from './issued-token.js';
import { TokenPairsRepository } from './token-pairs.repository.js';

const TOKEN_BYTES = 32;

export interface Issue {
  readonly familyId: number;
  readonly userId: number;
  readonly client: Application | null;
  readonly scopes: readonly string[];
  /** The refresh token that was given for it, or null; no refresh token comes with it when undefined. */
  readonly parentId: number | null | undefined;
  /** For an ID token, where the scopes ask for one. */
  readonly identity?: { readonly authTime: string; readonly nonce: string | null };
}

/** Makes tokens, inside the transaction of the grant (contract: OAuth §5). */
@Injectable()
export class TokenIssue {
  constructor(
    private readonly pairs: TokenPairsRepository,
    private readonly settings: SettingsService,
    private readonly keys: SigningKeys,
    private readonly env: Env,
  ) {}

  async issue({ familyId, userId, client, scopes, parentId, identity }: Issue): Promise<IssuedToken> {
    const { oauthAccessTokenExpiresIn: seconds } = await this.settings.current();
    const [value, refreshToken] = [randomHex(TOKEN_BYTES), parentId === undefined ? undefined : randomHex(TOKEN_BYTES)];
    const access = { value, familyId, userId, applicationId: client?.id ?? null, scopes, seconds };
    const createdAt =
      refreshToken === undefined
        ? await this.pairs.insertAccessToken(access)
        : await this.pairs.insertPair({ value: refreshToken, parentId: parentId ?? null }, access);
    const issued = { accessToken: value, refreshToken, scopes, expiresIn: seconds, createdAt };
    return identity && client && scopes.includes('openid')
      ? { ...issued, idToken: await this.idToken(issued, { ...identity, userId, client }) }
      : issued;
  }

  /** Contract: OAuth §9. */
  private idToken(
    { accessToken, createdAt, expiresIn }: IssuedToken,
    { userId, client, authTime, nonce }: NonNullable<Issue['identity']> & { userId: number; client: Application },
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

const secondsOf = (time: string): number => Math.floor(Date.parse(time) / 1000);

/** OpenID Connect Core, §3.1.3.6: the left half of the hash. */
const halfHashOf = (token: string): string =>
  createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');
