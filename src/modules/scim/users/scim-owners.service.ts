import { Injectable } from '@nestjs/common';
import { Role } from '../../../core/access/role.js';
import { MembersRepository } from '../../../core/members/members.repository.js';
import { scimConflict } from '../protocol/scim-errors.js';
import type { ScimGroup } from '../tokens/scim-token.js';

/** Protects the last Owner of a group (contract: scim-graphql §A3, core §7). */
@Injectable()
export class ScimOwnersService {
  constructor(private readonly members: MembersRepository) {}

  /** Locks the group, so that two last Owners cannot leave at once. Throws 409. */
  async refuseLast(group: ScimGroup, userId: number): Promise<void> {
    const container = { ...group, type: 'group', callerLevel: 0 } as const;
    await this.members.lock(container);
    const member = await this.members.findDirect(container, userId);
    if (!group.isTopGroup || member?.level !== Role.Owner) {
      return;
    }
    if ((await this.members.countLastingOwners(group.id, userId)) === 0) {
      throw scimConflict('The last owner of the group cannot be removed.');
    }
  }
}
