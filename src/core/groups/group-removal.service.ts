import { Injectable } from '@nestjs/common';
import { Contributions } from '../../platform/contributions/contributions.js';
import { Database } from '../../platform/database/database.js';
import { EventsService } from '../events/events.service.js';
import { NamespacesRepository } from '../namespaces/namespaces.repository.js';
import { ContainerRepositories } from '../namespaces/container-repositories.js';
import { GroupDeletionsRepository } from './group-deletions.repository.js';

/** Published for every removed group with a `HiddenGroup`; modules remove their data outside PostgreSQL. */
export const GROUP_DELETED = 'group.deleted';

/** The second step of a group's deletion, performed by a job (contract: core §10). */
@Injectable()
export class GroupRemovalService {
  constructor(
    private readonly namespaces: NamespacesRepository,
    private readonly deletions: GroupDeletionsRepository,
    private readonly contributions: Contributions,
    private readonly events: EventsService,
    private readonly database: Database,
  ) {}

  /** Removes the group and its subgroups when no project is left. Safe to repeat. */
  remove(groupId: number): Promise<void> {
    // requests that began before the group was hidden may still work below it
    return this.database.givingWay(async (tx) => {
      await this.namespaces.lockTree(groupId);
      for (const payload of await this.deletions.hiddenBelow(groupId)) {
        await this.events.publish(tx, { name: GROUP_DELETED, payload });
        await this.contributions.only(ContainerRepositories).removeAllOf(tx, { groupId: payload.groupId });
        await this.deletions.retireBots(payload.groupId);
        await this.deletions.delete(payload.groupId);
      }
    });
  }
}
