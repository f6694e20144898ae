import type OAuth2Server from '@node-oauth/oauth2-server';
import { Injectable } from '@nestjs/common';
import { FamiliesRepository } from '../../../core/oauth-tokens/families/families.repository.js';
import { CodesRepository } from '../authorize/codes.repository.js';
import type { TokenOwner } from './token-issue.service.js';

/** A code in the library's terms: what it was issued for, and whether it is still valid. */
export interface GrantedCode extends OAuth2Server.AuthorizationCode {
  readonly rowId: number;
  readonly user: TokenOwner & { readonly familyId: number };
  readonly scope: string[];
  readonly isUsed: boolean;
  readonly isLive: boolean;
}

/** Exchanges authorization codes (contract: oauth §5.1). */
@Injectable()
export class GrantedCodesService {
  constructor(
    private readonly codes: CodesRepository,
    private readonly families: FamiliesRepository,
  ) {}

  /** Locks the code, so that exchanges of one code are serialised. */
  async lock(value: string): Promise<GrantedCode | null> {
    const code = await this.codes.lock(value);
    if (!code) {
      return null;
    }
    const { id, familyId, userId, authTime, nonce, redirectUri, isUsed, isLive, codeChallenge } = code;
    return {
      rowId: id,
      authorizationCode: value,
      expiresAt: new Date(code.expiresAt),
      redirectUri,
      scope: [...code.scopes],
      client: { id: String(code.applicationId), grants: ['authorization_code'] },
      user: { userId, familyId, identity: { authTime, nonce } },
      isUsed,
      isLive,
      ...(codeChallenge === null ? {} : { codeChallenge, codeChallengeMethod: 'S256' }),
    };
  }

  /**
   * Marks the code as used. Returns false if it had been used before, which revokes its family (contract: oauth §5.1
   * step 4).
   */
  async use({ rowId, isUsed, user }: GrantedCode): Promise<boolean> {
    if (isUsed) {
      await this.families.revoke(user.familyId, 'code replayed');
      return false;
    }
    await this.codes.markUsed(rowId);
    return true;
  }
}
