import { Injectable } from '@nestjs/common';
import { accessDenied } from '../git-refusal.js';
import { GitSubjectsRepository } from '../git-subjects.repository.js';
import type { GitSubject } from '../git-subject.js';
import { GitCredential } from './git-credential.js';
import type { GitLogin } from './git-credential.js';

/** A deploy token counts only with its own user name. */
@Injectable()
export class DeployTokenGitCredential extends GitCredential {
  constructor(private readonly subjects: GitSubjectsRepository) {
    super();
  }

  override async find({ scheme, username, secret }: GitLogin): Promise<GitSubject | null> {
    const token = scheme === 'basic' ? await this.subjects.findDeployToken(secret) : null;
    if (!token) {
      return null;
    }
    if (!token.isLive || token.username !== username) {
      throw accessDenied();
    }
    await this.subjects.noteDeployTokenUse(token.id);
    const { scopes, projectId, groupId } = token;
    return { kind: 'deploy_token', scopes, projectId, groupId };
  }
}
