import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { PageRequest } from '../../common/pagination/page-request.js';
import type { Page } from '../../common/pagination/page.js';
import type { Caller } from '../access/caller.js';
import { Role } from '../access/role.js';
import { memberNamespaces } from '../members/levels.sql.js';
import { NamespacesRepository } from './namespaces.repository.js';
import type { Place } from './namespace.js';

interface NamespaceFilters {
  readonly search?: string | undefined;
  readonly ownedOnly?: boolean | undefined;
}

/** Places for projects, for choosing one (contract: core §9). */
@Injectable()
export class NamespacesService {
  constructor(private readonly namespaces: NamespacesRepository) {}

  /** The caller's own and those of the groups they belong to; administrators see all. */
  list({ search, ownedOnly = false }: NamespaceFilters, page: PageRequest, caller: Caller): Promise<Page<Place>> {
    const part = `%${(search ?? '').replace(/[\\%_]/g, '\\$&')}%`;
    const where = [
      ...(caller.isAdmin && !ownedOnly ? [] : [belongingTo(caller, ownedOnly ? Role.Owner : Role.Guest)]),
      ...(search ? [sql`n.name ilike ${part} or r.path ilike ${part}`] : []),
    ];
    return this.namespaces.page(where, page);
  }
}

const belongingTo = ({ userId }: Caller, least: Role): Sql =>
  sql`n.owner_id = ${userId} or n.id in (${memberNamespaces(userId, least)})`;
