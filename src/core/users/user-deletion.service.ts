import { Injectable } from '@nestjs/common';
import { conflict, notFound } from '../../common/errors/catalogue.js';
import { Contributions } from '../../platform/contributions/contributions.js';
import { Database } from '../../platform/database/database.js';
import type { Caller } from '../access/caller.js';
import type { DeletionPreview } from '../deletions/deletion-preview.js';
import { ACCESS_REDUCED } from '../events/access-reduced.js';
import type { AccessReduced } from '../events/access-reduced.js';
import { EventsService } from '../events/events.service.js';
import { AccountLocksService } from './account-locks.service.js';
import type { User } from './user.js';
import { UsersRepository } from './users.repository.js';

/** What is deleted together with a user; contributed by core/groups, so that users need not import groups. */
export abstract class OwnedNamespaces {
  /**
   * Locks the groups that the user owns, so that two of their Owners cannot leave at the same time (contract: core
   * §11).
   */
  abstract lock(userId: number): Promise<void>;
  /** Returns the full paths of the groups whose only Owner is this user. */
  abstract soleOwnerOf(userId: number): Promise<readonly string[]>;
  /**
   * Schedules the deletion of those groups and of the projects in the user's own namespace, and notes in the audit log
   * that the memberships elsewhere end.
   */
  abstract release(userId: number, caller: Caller): Promise<void>;
  /** Returns what {@link release} would delete. */
  abstract preview(userId: number): Promise<DeletionPreview>;
}

/** Deletes an account (contract: core §3). */
@Injectable()
export class UserDeletionService {
  constructor(
    private readonly users: UsersRepository,
    private readonly locks: AccountLocksService,
    private readonly contributions: Contributions,
    private readonly events: EventsService,
    private readonly database: Database,
  ) {}

  /** Throws 403 for the last administrator, 404, 409 for the last Owner of groups unless these are deleted as well. */
  delete(id: number, hard: boolean, caller: Caller): Promise<void> {
    return this.database.givingWay(async (tx) => {
      const user = await this.getDeletable(id, hard);
      await this.ownedNamespaces().release(id, caller);
      await this.users.giveToGhost(id);
      const payload: AccessReduced = { userId: id };
      await this.events.publish(tx, { name: ACCESS_REDUCED, payload });
      if (!(await this.users.delete(user.id))) {
        throw notFound('User');
      }
    });
  }

  /** Returns what {@link delete} would delete; throws like it (contract: core §15.2). */
  preview(id: number, hard: boolean): Promise<DeletionPreview> {
    return this.database.transaction(async () => {
      const { name } = await this.getDeletable(id, hard);
      return { ...(await this.ownedNamespaces().preview(id)), users: [{ id, name }] };
    });
  }

  private ownedNamespaces(): OwnedNamespaces {
    return this.contributions.only(OwnedNamespaces);
  }

  private async getDeletable(id: number, hard: boolean): Promise<User> {
    const user = await this.locks.lock(id);
    await this.locks.refuseLastAdmin(user);
    const namespaces = this.ownedNamespaces();
    await namespaces.lock(id); // before the account, in the same order as changes of their members
    await this.users.lockForDeletion(id);
    await namespaces.lock(id); // groups that were added in the meantime; no more can be added now
    const groups = await namespaces.soleOwnerOf(id);
    if (groups.length > 0 && !hard) {
      throw conflict(`The user is the last owner of ${groups.join(', ')}`);
    }
    return user;
  }
}
