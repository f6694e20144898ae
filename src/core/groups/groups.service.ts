import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors/catalogue.js';
import type { PageRequest, SortDirection } from '../../common/pagination/page-request.js';
import type { Page } from '../../common/pagination/page.js';
import type { Caller } from '../access/caller.js';
import { groupsBelow, groupsIn } from '../access/levels.sql.js';
import type { IdSet } from '../../platform/database/id-set.js';
import { conditionsWithin, groupConditions } from './group-filters.js';
import type { GroupFilters } from './group-filters.js';
import type { Group } from './group.js';
import { GroupsRepository } from './groups.repository.js';

export interface GroupListRequest {
  readonly page: PageRequest;
  readonly orderBy?: string | undefined;
  readonly sort?: SortDirection | undefined;
}

/** Reads groups and their subgroups (contract: core §5). */
@Injectable()
export class GroupsService {
  constructor(private readonly groups: GroupsRepository) {}

  list(filters: GroupFilters, request: GroupListRequest, caller: Caller): Promise<Page<Group>> {
    return this.groups.pageOfAll(groupConditions(filters, caller), caller, request);
  }

  children(group: Group, filters: GroupFilters, request: GroupListRequest, caller: Caller): Promise<Page<Group>> {
    return this.listWithin(group, groupsIn(group.id), filters, request, caller);
  }

  descendants(group: Group, filters: GroupFilters, request: GroupListRequest, caller: Caller): Promise<Page<Group>> {
    return this.listWithin(group, groupsBelow(group.id, group.traversalIds[0]), filters, request, caller);
  }

  /** Returns the group for the caller without checking rights; throws 404. */
  async get(id: number, caller: Caller): Promise<Group> {
    const group = await this.groups.find(id, caller);
    if (!group) {
      throw notFound('Group');
    }
    return group;
  }

  private listWithin(
    { level }: Group,
    within: IdSet,
    filters: GroupFilters,
    request: GroupListRequest,
    caller: Caller,
  ): Promise<Page<Group>> {
    return this.groups.page(conditionsWithin(within, filters, caller, level), caller, request);
  }
}
