import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors/catalogue.js';
import type { User } from './user.js';
import { UsersRepository } from './users.repository.js';

/** People and their accounts (contract: core §3). */
@Injectable()
export class UsersService {
  constructor(private readonly users: UsersRepository) {}

  /** Throws 404. */
  async get(id: number): Promise<User> {
    const user = await this.users.find(id);
    if (!user || user.kind === 'system') {
      throw notFound('User');
    }
    return user;
  }
}
