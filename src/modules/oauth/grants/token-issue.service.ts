import { createHash } from 'node:crypto';
import type OAuth2Server from '@node-oauth/oauth2-server';
import { Injectable } from '@nestjs/common';
import { SettingsService } from '../../../core/settings/settings.service.js';
import { SigningKeysService } from '../../../core/signing-keys/signing-keys.service.js';
import { Env } from '../../../platform/config/env.js';
import { Database } from '../../../platform/database/database.js';
import type { ClientApplication } from '../applications/application.js';
import { FamiliesRepository } from '../../../core/oauth-tokens/families/families.repository.js';
import type { IssuedToken } from './issued-token.js';
import type { RefreshReplay } from './refresh-replay.js';
import { TokenPairsRepository } from '../../../core/oauth-tokens/token-pairs.repository.js';
import type { NewAccessToken } from '../../../core/oauth-tokens/token-pairs.repository.js';

/** The user that tokens act for, and the authorization (the family) that they belong to. */
export interface TokenOwner extends OAuth2Server.User {
  readonly userId: number;
  readonly isAdmin?: boolean;
  /** Null if the authorization is created together with its token. */
  readonly familyId: number | null;
  /** For an ID token, if the scopes include `openid`. */
  readonly identity?: Identity;
  /** Id of the refresh token that the new pair replaces. */
  readonly refreshTokenId?: number;
  /** Stores the answer for a repetition of the same attempt to refresh. */
  readonly replay?: RefreshReplay;
}

interface Identity {
  readonly authTime: string;
  readonly nonce: string | null;
}

/** Generated tokens that are not stored yet. */
export interface NewTokens {
  readonly accessToken: string;
  /** Absent if the access token cannot be refreshed. */
  readonly refreshToken: string | undefined;
  readonly scopes: readonly string[];
  readonly client: ClientApplication | null;
  readonly owner: TokenOwner;
}

/** Stores tokens in the transaction of the grant (contract: oauth §5). */
@Injectable()
export class TokenIssueService {
  constructor(
    private readonly pairs: TokenPairsRepository,
    private readonly families: FamiliesRepository,
    private readonly settings: SettingsService,
    private readonly keys: SigningKeysService,
    private readonly database: Database,
    private readonly env: Env,
  ) {}

  /** Returns null if the refresh token to be replaced has already been used or revoked. */
  async save(tokens: NewTokens): Promise<IssuedToken | null> {
    const { refreshToken, owner } = tokens;
    const { familyId, refreshTokenId, replay } = owner;
    if (familyId === null) {
      return this.database.transaction(async () => this.insert(tokens, await this.newFamily(tokens)));
    }
    if (refreshTokenId === undefined || refreshToken === undefined) {
      return this.insert(tokens, familyId);
    }
    const access = await this.newAccessToken(tokens, familyId);
    const rotate = () => this.rotate(refreshTokenId, access, { refreshToken, client: tokens.client });
    return replay ? this.repeatably(refreshTokenId, replay, rotate) : rotate();
  }

  private async insert(tokens: NewTokens, familyId: number): Promise<IssuedToken> {
    const { refreshToken, client, owner } = tokens;
    const access = await this.newAccessToken(tokens, familyId);
    const createdAt =
      refreshToken === undefined
        ? await this.pairs.insertAccessToken(access)
        : await this.pairs.insertPair(refreshToken, access);
    const issued = issuedOf(access, { refreshToken, client, createdAt });
    return owner.identity && client && issued.scopes.includes('openid')
      ? { ...issued, idToken: await this.idToken(issued, owner.userId, client, owner.identity) }
      : issued;
  }

  /** A single statement, which needs no surrounding transaction. */
  private async rotate(
    refreshTokenId: number,
    access: NewAccessToken,
    { refreshToken, client }: Renewal,
  ): Promise<IssuedToken | null> {
    const createdAt = await this.pairs.rotate(refreshTokenId, refreshToken, access);
    return createdAt === null ? null : issuedOf(access, { refreshToken, client, createdAt });
  }

  /** Stores the answer with the refresh token that was used up for it (contract: oauth §14.2). */
  private repeatably(
    refreshTokenId: number,
    replay: RefreshReplay,
    rotate: () => Promise<IssuedToken | null>,
  ): Promise<IssuedToken | null> {
    return this.database.transaction(async () => {
      const issued = await rotate();
      if (issued) {
        await this.pairs.keepReplay(refreshTokenId, replay.key, replay.seal(issued));
      }
      return issued;
    });
  }

  /** Creates a family without consent, because the user gave a password and was not asked (contract: oauth §5.3). */
  private newFamily({ client, scopes, owner }: NewTokens): Promise<number> {
    return this.families.insert({
      applicationId: client?.id ?? null,
      userId: owner.userId,
      hasConsent: false,
      redirectUri: null,
      codeChallenge: null,
      scopes,
      authTime: null,
    });
  }

  /** The lifetime is measured by the database's clock, both here and on lookup. */
  private async newAccessToken(
    { accessToken, scopes, client, owner }: NewTokens,
    familyId: number,
  ): Promise<NewAccessToken> {
    const { oauthAccessTokenExpiresIn: seconds } = await this.settings.current();
    return {
      value: accessToken,
      familyId,
      userId: owner.userId,
      applicationId: client?.id ?? null,
      scopes,
      seconds,
    };
  }

  /** Contract: oauth §9. */
  private idToken(
    { accessToken, createdAt, expiresIn }: IssuedToken,
    userId: number,
    client: ClientApplication,
    { authTime, nonce }: Identity,
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

type Renewal = { readonly refreshToken: string } & Pick<NewTokens, 'client'>;
type Circumstances = Pick<NewTokens, 'refreshToken' | 'client'> & Pick<IssuedToken, 'createdAt'>;

/**
 * All granted scopes are stored; the answer lists those in effect now, which are fewer if the application's scopes have
 * been reduced (contract: conventions §6.2).
 */
const issuedOf = (
  { value, scopes, seconds }: NewAccessToken,
  { refreshToken, client, createdAt }: Circumstances,
): IssuedToken => ({
  accessToken: value,
  refreshToken,
  scopes: client ? scopes.filter((scope) => client.scopes.includes(scope)) : scopes,
  expiresIn: seconds,
  createdAt,
});

const secondsOf = (time: string): number => Math.floor(Date.parse(time) / 1000);

/** The left half of the hash (OpenID Connect Core, §3.1.3.6). */
const halfHashOf = (token: string): string =>
  createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');
