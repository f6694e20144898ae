import { Injectable } from '@nestjs/common';
import type { Caller } from '../access/caller.js';
import { sees } from '../access/sees.js';
import { GroupTargetResolver } from '../access/target-resolver.js';
import type { ResolvedTarget } from '../access/target-resolver.js';
import type { Group } from './group.js';
import { GroupsRepository } from './groups.repository.js';

/** `:id` of `/groups/:id`: digits are the id, everything else the full path (contract: conventions §2). */
@Injectable()
export class GroupByIdOrPath extends GroupTargetResolver {
  override readonly resourceName = 'Group';

  constructor(private readonly groups: GroupsRepository) {
    super();
  }

  override resolve({ id = '' }: Readonly<Record<string, string>>, caller: Caller): Promise<ResolvedTarget | null> {
    return this.resolveReference(id, caller);
  }

  /** Returns the group by id or path if the caller may see it. */
  async resolveReference(reference: string, caller: Caller): Promise<(ResolvedTarget & { record: Group }) | null> {
    const group = /^\d+$/.test(reference)
      ? await this.byId(Number(reference), caller)
      : await this.groups.findByPath(reference, caller);
    if (!group || !sees(caller, group.visibility, group.level)) {
      return null;
    }
    return { record: group, level: group.level };
  }

  private byId(id: number, caller: Caller): Promise<Group | null> {
    return Number.isSafeInteger(id) ? this.groups.find(id, caller) : Promise.resolve(null);
  }
}
