import { Injectable } from '@nestjs/common';
import { DeployTokensRepository } from '../../../../core/deploy-tokens/deploy-tokens.repository.js';
import { accessDenied, accessForbidden } from '../../registry-errors.js';
import { abilitiesOf } from '../registry-subject.js';
import type { RegistrySubject } from '../registry-subject.js';
import { BasicCredential } from './basic-credential.js';
import type { BasicLogin } from './basic-credential.js';

/** A deploy token counts only with its own user name. */
@Injectable()
export class DeployTokenCredential extends BasicCredential {
  constructor(private readonly tokens: DeployTokensRepository) {
    super();
  }

  override async find({ username, secret }: BasicLogin): Promise<RegistrySubject | null> {
    const token = await this.tokens.findBySecret(secret);
    if (!token) {
      return null;
    }
    if (!token.isLive || token.username !== username) {
      throw accessDenied();
    }
    const abilities = abilitiesOf(token.scopes);
    if (abilities.size === 0) {
      throw accessForbidden();
    }
    this.tokens.noteUse(token.id);
    const { id, projectId, groupId } = token;
    return { kind: 'deploy_token', id, username, projectId, groupId, abilities };
  }
}
