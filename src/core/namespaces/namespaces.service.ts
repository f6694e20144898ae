import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../common/pagination/page-request.js';
import type { Page } from '../../common/pagination/page.js';
import type { Caller } from '../access/caller.js';
import { Role } from '../access/role.js';
import { sees } from '../access/sees.js';
import { namespaceConditions } from './namespace-filters.js';
import { NamespacesRepository } from './namespaces.repository.js';
import type { Namespace } from './namespace.js';

interface NamespaceFilters {
  readonly search?: string | undefined;
  readonly ownedOnly?: boolean | undefined;
}

/** Namespaces that may contain projects (contract: core §9). */
@Injectable()
export class NamespacesService {
  constructor(private readonly namespaces: NamespacesRepository) {}

  /** Lists the caller's own namespace and those of their groups; administrators see all. */
  list({ search, ownedOnly = false }: NamespaceFilters, page: PageRequest, caller: Caller): Promise<Page<Namespace>> {
    const least = ownedOnly ? Role.Owner : Role.Guest;
    const member = caller.isAdmin && !ownedOnly ? undefined : { userId: caller.userId, least };
    return this.namespaces.page(namespaceConditions({ search, member }), page);
  }

  /** Lists the caller's own namespace and those of groups in which they have this role, also for administrators. */
  listOfMember(least: Role, page: PageRequest, { userId }: Caller): Promise<Page<Namespace>> {
    return this.namespaces.page(namespaceConditions({ search: undefined, member: { userId, least } }), page);
  }

  /** Null when the caller does not see such a group. */
  async findGroup(id: number, caller: Caller): Promise<Namespace | null> {
    const namespace = await this.namespaces.findSeen(id, caller);
    return namespace?.visibility && sees(caller, namespace.visibility, namespace.level) ? namespace : null;
  }
}
