import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors/catalogue.js';
import type { PageRequest, SortDirection } from '../../common/pagination/page-request.js';
import type { Page } from '../../common/pagination/page.js';
import type { Caller } from '../access/caller.js';
import { userConditions } from './user-filters.js';
import type { UserFilters } from './user-filters.js';
import type { User } from './user.js';
import { UsersRepository } from './users.repository.js';

/** Reads accounts (contract: core §3). */
@Injectable()
export class UsersService {
  constructor(private readonly users: UsersRepository) {}

  list(
    filters: UserFilters,
    request: { page: PageRequest; orderBy?: string | undefined; sort?: SortDirection | undefined },
    caller: Caller,
  ): Promise<Page<User>> {
    return this.users.page(userConditions(filters, caller), request);
  }

  /** Throws 404. */
  async get(id: number): Promise<User> {
    const user = await this.users.find(id);
    if (!user || user.kind === 'system') {
      throw notFound('User');
    }
    return user;
  }
}
