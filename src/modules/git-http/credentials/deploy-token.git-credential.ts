import { Injectable } from '@nestjs/common';
import { DeployTokensRepository } from '../../../core/deploy-tokens/deploy-tokens.repository.js';
import { accessDenied } from '../git-refusal.js';
import type { GitSubject } from '../git-subject.js';
import { GitCredential } from './git-credential.js';
import type { GitLogin } from './git-credential.js';

/** A deploy token counts only with its own user name. */
@Injectable()
export class DeployTokenGitCredential extends GitCredential {
  constructor(private readonly tokens: DeployTokensRepository) {
    super();
  }

  override async find({ scheme, username, secret }: GitLogin): Promise<GitSubject | null> {
    const token = scheme === 'basic' ? await this.tokens.findBySecret(secret) : null;
    if (!token) {
      return null;
    }
    if (!token.isLive || token.username !== username) {
      throw accessDenied();
    }
    this.tokens.noteUse(token.id);
    const { scopes, projectId, groupId } = token;
    return { kind: 'deploy_token', scopes, projectId, groupId };
  }
}
