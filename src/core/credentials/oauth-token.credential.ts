import { Injectable } from '@nestjs/common';
import { OauthAccessTokensService } from '../oauth-tokens/oauth-access-tokens.service.js';
import { CredentialKind, ofAccount } from './credential-kind.js';
import type { FoundCredential, PresentedSecret, UserHolder } from './credential-kind.js';

/** OAuth access tokens (contract: conventions §6.1 step 2). */
@Injectable()
export class OauthTokenCredential extends CredentialKind<UserHolder> {
  constructor(private readonly tokens: OauthAccessTokensService) {
    super();
  }

  override async find({ secret, address }: PresentedSecret): Promise<FoundCredential<UserHolder> | null> {
    const held = await this.tokens.find(secret);
    if (!held) {
      return null;
    }
    const { account, token } = held;
    if (token.isExpired || token.isRevoked) {
      return { fault: token.isExpired ? 'expired' : 'revoked', account };
    }
    const { id, expiresAt, scopes } = token;
    const credential = { kind: 'oauth', id, expiresAt, scopes: new Set(scopes) } as const;
    return ofAccount({ kind: 'user', account, credential }, () => {
      this.tokens.noteUse(held, address);
    });
  }
}
