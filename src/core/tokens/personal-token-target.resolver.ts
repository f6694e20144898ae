import { Injectable } from '@nestjs/common';
import type { Caller } from '../access/caller.js';
import { readId } from '../access/request.decorators.js';
import { TargetResolver } from '../access/target-resolver.js';
import type { ResolvedTarget } from '../access/target-resolver.js';
import { AccessTokensRepository } from './access-tokens.repository.js';

/**
 * `:token_id` of `/personal_access_tokens/:token_id`: another user's token answers like a missing one (contract: core
 * §4).
 */
@Injectable()
export class PersonalTokenTargetResolver extends TargetResolver {
  override readonly resourceName = 'Token';

  constructor(private readonly tokens: AccessTokensRepository) {
    super();
  }

  override async resolve(
    { token_id: id }: Readonly<Record<string, string>>,
    caller: Caller,
  ): Promise<ResolvedTarget | null> {
    const token = await this.tokens.find(readId(id));
    const mayKnow = token?.kind === 'personal' && (caller.isAdmin || token.userId === caller.userId);
    return mayKnow ? { record: token, level: null } : null;
  }
}
