import { Injectable } from '@nestjs/common';
import { randomHex } from '../../platform/crypto/random.js';
import type { Tx } from '../../platform/database/tx.js';
import type { Caller } from '../access/caller.js';
import { ACCESS_REDUCED } from '../events/access-reduced.js';
import type { AccessReduced } from '../events/access-reduced.js';
import { EventsService } from '../events/events.service.js';
import type { MemberContainer } from '../members/member.js';
import { MembersRepository } from '../members/members.repository.js';
import { UsersRepository } from '../users/users.repository.js';
import type { AccessToken } from './access-token.js';

const BOT_NAME_BYTES = 16;

/** Bot accounts of project and group tokens (contract: core §4). */
@Injectable()
export class TokenBotsService {
  constructor(
    private readonly users: UsersRepository,
    private readonly members: MembersRepository,
    private readonly events: EventsService,
  ) {}

  /** Returns the id of a new bot that is a member of the container with this level. */
  async create(container: MemberContainer, name: string, level: number, caller: Caller): Promise<number> {
    const username = `${container.type}_${container.id}_bot_${randomHex(BOT_NAME_BYTES)}`;
    const userId = await this.users.insert({
      kind: container.type === 'project' ? 'project_bot' : 'group_bot',
      username,
      name,
      email: `${username}@noreply.invalid`,
      confirmedAt: new Date().toISOString(),
      canCreateGroup: false,
      createdBy: caller.userId,
    });
    const owner = container.type === 'project' ? { projectId: container.id } : { groupId: container.id };
    await this.members.insert({ ...owner, userId, level, createdBy: caller.userId });
    return userId;
  }

  /**
   * When a project or group token is revoked, its bot's memberships end; the account is kept, deactivated, as an
   * author.
   */
  async retireWith(tx: Tx, { kind, userId }: AccessToken): Promise<void> {
    if (kind !== 'project' && kind !== 'group') {
      return;
    }
    await this.members.deleteOfUser(userId);
    await this.users.update(userId, { state: 'deactivated' });
    const payload: AccessReduced = { userId };
    await this.events.publish(tx, { name: ACCESS_REDUCED, payload });
  }
}
