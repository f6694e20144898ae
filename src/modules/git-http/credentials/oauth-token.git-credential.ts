import { Injectable } from '@nestjs/common';
import { isUsable } from '../../../core/access/account-state.js';
import { OauthAccessTokensService } from '../../../core/oauth-tokens/oauth-access-tokens.service.js';
import { accessDenied } from '../git-refusal.js';
import type { GitSubject } from '../git-subject.js';
import { GitCredential } from './git-credential.js';
import type { GitLogin } from './git-credential.js';

const USER_NAME = 'oauth2';

/** OAuth access tokens, with the user name `oauth2` or as bearer. */
@Injectable()
export class OauthTokenGitCredential extends GitCredential {
  constructor(private readonly tokens: OauthAccessTokensService) {
    super();
  }

  override async find({ scheme, username, secret, address }: GitLogin): Promise<GitSubject | null> {
    const isMeant = scheme === 'bearer' || username === USER_NAME;
    const held = isMeant ? await this.tokens.find(secret) : null;
    if (!held) {
      return null;
    }
    const { account, token } = held;
    if (token.isExpired || token.isRevoked || !isUsable(account)) {
      throw accessDenied();
    }
    this.tokens.noteUse(held, address);
    const { id, expiresAt, scopes } = token;
    return { kind: 'user', account, credential: { kind: 'oauth', id, expiresAt, scopes: new Set(scopes) } };
  }
}
