import { Injectable } from '@nestjs/common';
import { DeployTokensRepository } from '../deploy-tokens/deploy-tokens.repository.js';
import { CredentialKind } from './credential-kind.js';
import type { DeployTokenHolder, FoundCredential, PresentedSecret } from './credential-kind.js';

/** Deploy tokens; each is valid only with its own username (contract: registry §8). */
@Injectable()
export class DeployTokenCredential extends CredentialKind<DeployTokenHolder> {
  constructor(private readonly tokens: DeployTokensRepository) {
    super();
  }

  override async find({ secret, username }: PresentedSecret): Promise<FoundCredential<DeployTokenHolder> | null> {
    const token = await this.tokens.findBySecret(secret);
    if (!token) {
      return null;
    }
    if (!token.isLive || token.username !== username) {
      return { fault: token.isLive ? 'other user name' : 'revoked', account: null };
    }
    const { id, scopes, projectId, groupId } = token;
    const holder = { kind: 'deploy_token', id, username, scopes, projectId, groupId } as const;
    return {
      fault: null,
      holder,
      noteUse: () => {
        this.tokens.noteUse(id);
      },
    };
  }
}
