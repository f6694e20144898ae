import type OAuth2Server from '@node-oauth/oauth2-server';
import { Injectable } from '@nestjs/common';
import { FamilyRevocationService } from '../../../core/oauth-tokens/families/family-revocation.service.js';
import { TokenPairsRepository } from '../../../core/oauth-tokens/token-pairs.repository.js';
import type { Consumption } from '../../../core/oauth-tokens/token-pairs.repository.js';
import { SettingsService } from '../../../core/settings/settings.service.js';
import type { TokenOwner } from './token-issue.service.js';

/** A refresh token as the library sees it, with what its authorization is bound to. */
export interface GrantedRefreshToken extends OAuth2Server.RefreshToken {
  readonly user: TokenOwner & { readonly familyId: number; readonly refreshTokenId: number };
  /** Those first granted. */
  readonly scope: string[];
  readonly redirectUri: string | null;
  readonly codeChallenge: string | null;
  readonly isLive: boolean;
}

/** Refresh tokens, and what follows when one is used again (contract: oauth §5.2). */
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

  /** How a refresh token ended that could not be used. */
  async consumptionOf({ user }: GrantedRefreshToken): Promise<Consumption | null> {
    const { oauthRefreshReuseWindow } = await this.settings.current();
    return this.pairs.consumptionOf(user.refreshTokenId, oauthRefreshReuseWindow);
  }

  /**
   * Ends the family of a refresh token that somebody uses again (contract: oauth §5.2 step 5); false when it was
   * revoked already.
   */
  revokeForReuse({ user }: GrantedRefreshToken, address: string): Promise<boolean> {
    return this.familyRevocation.revokeForReuse(user.familyId, user.userId, address);
  }
}
