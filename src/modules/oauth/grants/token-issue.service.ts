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

/** The user whom tokens act for, and the authorization (the family) that they belong to. */
export interface TokenOwner extends OAuth2Server.User {
  readonly userId: number;
  readonly isAdmin?: boolean;
  /** Null: the authorization is made along with its token. */
  readonly familyId: number | null;
  /** For an ID token, where the scopes ask for one. */
  readonly identity?: Identity;
  /** The refresh token that the new pair replaces. */
  readonly refreshTokenId?: number;
  /** Keeps the answer for the same attempt to refresh. */
  readonly replay?: RefreshReplay;
}

interface Identity {
  readonly authTime: string;
  readonly nonce: string | null;
}

/** Tokens that were generated and are not stored yet. */
export interface NewTokens {
  readonly accessToken: string;
  /** Absent where nothing renews the access token. */
  readonly refreshToken: string | undefined;
  readonly scopes: readonly string[];
  readonly client: ClientApplication | null;
  readonly owner: TokenOwner;
}

/** Stores tokens, inside the transaction of the grant (contract: oauth §5). */
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

  /** Null when the refresh token that they replace was used up or revoked before. */
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

  /** One statement, which needs no transaction around it. */
  private async rotate(
    refreshTokenId: number,
    access: NewAccessToken,
    { refreshToken, client }: Renewal,
  ): Promise<IssuedToken | null> {
    const createdAt = await this.pairs.rotate(refreshTokenId, refreshToken, access);
    return createdAt === null ? null : issuedOf(access, { refreshToken, client, createdAt });
  }

  /** Keeps the answer along with the refresh token that it was given for (contract: oauth §14.2). */
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

  /** The user gave a password and was not asked for consent (contract: oauth §5.3). */
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

  /** Its life is measured by the clock of the database, as it is when it is looked up. */
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
 * What is granted is stored; the client is told what that covers now, which is less when the application may have less
 * by now (contract: conventions §6.2).
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

/** OpenID Connect Core, §3.1.3.6: the left half of the hash. */
const halfHashOf = (token: string): string =>
  createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');
