import { Injectable } from '@nestjs/common';
import { DeployTokensRepository } from '../deploy-tokens/deploy-tokens.repository.js';
import { CredentialKind } from './credential-kind.js';
import type { DeployTokenHolder, FoundCredential, PresentedSecret } from './credential-kind.js';

/** Deploy tokens. When a user name is sent, it must be the token's own (contract: registry §8, packages §4). */
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
    const isOther = username !== null && token.username !== username;
    if (!token.isLive || isOther) {
      return { fault: token.isLive ? 'other user name' : 'revoked', account: null };
    }
    const { id, scopes, projectId, groupId } = token;
    const holder = { kind: 'deploy_token', id, username: token.username, scopes, projectId, groupId } as const;
    return {
      fault: null,
      holder,
      noteUse: () => {
        this.tokens.noteUse(id);
      },
    };
  }
}
