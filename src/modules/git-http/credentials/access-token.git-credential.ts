import { Injectable } from '@nestjs/common';
import { isUsable } from '../../../core/access/account-state.js';
import { SettingsService } from '../../../core/settings/settings.service.js';
import { AccessTokensRepository } from '../../../core/tokens/access-tokens.repository.js';
import type { TokenHolder } from '../../../core/tokens/access-tokens.repository.js';
import { accessDenied } from '../git-refusal.js';
import type { GitSubject } from '../git-subject.js';
import { GitCredential } from './git-credential.js';
import type { GitLogin } from './git-credential.js';

/** Personal, impersonation, project and group access tokens, with any user name. */
@Injectable()
export class AccessTokenGitCredential extends GitCredential {
  constructor(
    private readonly tokens: AccessTokensRepository,
    private readonly settings: SettingsService,
  ) {
    super();
  }

  override async find({ secret, address }: GitLogin): Promise<GitSubject | null> {
    const held = await this.tokens.findHolder(secret);
    if (!held) {
      return null;
    }
    if (!isUsable(held.account) || (await this.isDead(held))) {
      throw accessDenied();
    }
    this.tokens.noteUse(held, address);
    const { id, kind, scopes, expiresAt } = held.token;
    return { kind: 'user', account: held.account, credential: { id, kind, expiresAt, scopes: new Set(scopes) } };
  }

  private async isDead({ token }: TokenHolder): Promise<boolean> {
    if (token.isExpired || token.isRevoked) {
      return true;
    }
    return token.kind === 'impersonation' && !(await this.settings.current()).impersonationEnabled;
  }
}
