import { Injectable } from '@nestjs/common';
import { SettingsService } from '../settings/settings.service.js';
import { AccessTokensRepository } from '../tokens/access-tokens.repository.js';
import type { TokenHolder } from '../tokens/access-tokens.repository.js';
import { TokenReuseService } from '../tokens/token-reuse.service.js';
import { CredentialKind, ofAccount } from './credential-kind.js';
import type { CredentialFault, FoundCredential, PresentedSecret, UserHolder } from './credential-kind.js';

/** Personal, impersonation, project and group access tokens (contract: conventions §6.2). */
@Injectable()
export class AccessTokenCredential extends CredentialKind<UserHolder> {
  constructor(
    private readonly tokens: AccessTokensRepository,
    private readonly settings: SettingsService,
    private readonly reuse: TokenReuseService,
  ) {
    super();
  }

  override async find({ secret, address, watchesReuse }: PresentedSecret): Promise<FoundCredential<UserHolder> | null> {
    const held = await this.tokens.findHolder(secret);
    if (!held) {
      return null;
    }
    const { account, token } = held;
    if (watchesReuse && token.isRevoked) {
      await this.reuse.revokeDescendants(held, address);
    }
    const fault = await this.faultOf(held);
    if (fault) {
      return { fault, account };
    }
    const { id, kind, expiresAt, scopes } = token;
    return ofAccount({ kind: 'user', account, credential: { kind, id, expiresAt, scopes: new Set(scopes) } }, () => {
      this.tokens.noteUse(held, address);
    });
  }

  private async faultOf({ token }: TokenHolder): Promise<CredentialFault | null> {
    if (token.isExpired) {
      return 'expired';
    }
    if (token.isRevoked) {
      return 'revoked';
    }
    const isOff = token.kind === 'impersonation' && !(await this.settings.current()).impersonationEnabled;
    return isOff ? 'impersonation is disabled' : null;
  }
}
