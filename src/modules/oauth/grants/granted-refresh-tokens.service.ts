import type OAuth2Server from '@node-oauth/oauth2-server';
import { Injectable } from '@nestjs/common';
import { FamilyRevocationService } from '../../../core/oauth-tokens/families/family-revocation.service.js';
import { TokenPairsRepository } from '../../../core/oauth-tokens/token-pairs.repository.js';
import type { Consumption } from '../../../core/oauth-tokens/token-pairs.repository.js';
import { SettingsService } from '../../../core/settings/settings.service.js';
import type { TokenOwner } from './token-issue.service.js';

/** A refresh token in the library's terms, with the facts that its authorization is bound to. */
export interface GrantedRefreshToken extends OAuth2Server.RefreshToken {
  readonly user: TokenOwner & { readonly familyId: number; readonly refreshTokenId: number };
  /** The scopes that were originally granted. */
  readonly scope: string[];
  readonly redirectUri: string | null;
  readonly codeChallenge: string | null;
  readonly isLive: boolean;
}

/** Finds refresh tokens and handles their reuse (contract: oauth §5.2). */
@Injectable()
export class GrantedRefreshTokensService {
  constructor(
    private readonly pairs: TokenPairsRepository,
    private readonly familyRevocation: FamilyRevocationService,
    private readonly settings: SettingsService,
  ) {}

  async find(value: string): Promise<GrantedRefreshToken | null> {
    const token = await this.pairs.findRefreshToken(value);
    if (!token) {
      return null;
    }
    const { id, applicationId, userId, familyId, scopes, redirectUri, codeChallenge, isLive } = token;
    return {
      refreshToken: value,
      client: { id: String(applicationId), grants: ['refresh_token'] },
      user: { userId, familyId, refreshTokenId: id },
      scope: [...scopes],
      redirectUri,
      codeChallenge,
      isLive,
    };
  }

  /** Returns how a refresh token ended that could not be used. */
  async consumptionOf({ user }: GrantedRefreshToken): Promise<Consumption | null> {
    const { oauthRefreshReuseWindow } = await this.settings.current();
    return this.pairs.consumptionOf(user.refreshTokenId, oauthRefreshReuseWindow);
  }

  /**
   * Revokes the family of a reused refresh token (contract: oauth §5.2 step 5). Returns false if it had already been
   * revoked.
   */
  revokeForReuse({ user }: GrantedRefreshToken, address: string): Promise<boolean> {
    return this.familyRevocation.revokeForReuse(user.familyId, user.userId, address);
  }
}
