import { Injectable } from '@nestjs/common';
import { TargetResolver } from '../access/target-resolver.js';
import type { ResolvedTarget } from '../access/target-resolver.js';
import { readId } from '../access/request.decorators.js';
import { UsersRepository } from './users.repository.js';

/**
 * `:user_id` of `/users/:user_id`: everyone who is signed in sees all accounts except system accounts (contract: core
 * §3).
 */
@Injectable()
export class UserTargetResolver extends TargetResolver {
  override readonly resourceName = 'User';

  constructor(private readonly users: UsersRepository) {
    super();
  }

  override async resolve({ user_id: id }: Readonly<Record<string, string>>): Promise<ResolvedTarget | null> {
    const user = await this.users.find(readId(id));
    return user && user.kind !== 'system' ? { record: user, level: null } : null;
  }
}
