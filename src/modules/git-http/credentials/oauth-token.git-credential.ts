import { Injectable } from '@nestjs/common';
import { isUsable } from '../../../core/access/account-state.js';
import { OauthAccessTokens } from '../../../core/oauth-tokens/oauth-access-tokens.service.js';
import { accessDenied } from '../git-refusal.js';
import type { GitSubject } from '../git-subject.js';
import { GitCredential } from './git-credential.js';
import type { GitLogin } from './git-credential.js';

/** The user name that goes with OAuth tokens (contract: git §5.2). */
const USERNAME = 'oauth2';

/** OAuth access tokens, as the password of `oauth2` or as a bearer token. */
@Injectable()
export class OauthTokenGitCredential extends GitCredential {
  constructor(private readonly tokens: OauthAccessTokens) {
    super();
  }

  override async find({ scheme, username, secret, address }: GitLogin): Promise<GitSubject | null> {
    const held = scheme === 'bearer' || username === USERNAME ? await this.tokens.find(secret) : null;
    if (!held) {
      return null;
    }
    const { account, token } = held;
    if (!isUsable(account) || token.isExpired || token.isRevoked) {
      throw accessDenied();
    }
    this.tokens.noteUse(held, address);
    const { id, expiresAt, scopes } = token;
    return { kind: 'user', account, credential: { kind: 'oauth', id, expiresAt, scopes: new Set(scopes) } };
  }
}
