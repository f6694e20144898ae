import { Injectable } from '@nestjs/common';
import { forbidden } from '../../common/errors/catalogue.js';
import { Database } from '../../platform/database/database.js';
import type { Caller } from '../access/caller.js';
import { ACCESS_REDUCED } from '../events/access-reduced.js';
import type { AccessReduced } from '../events/access-reduced.js';
import { EventsService } from '../events/events.service.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { AccountLocksService } from './account-locks.service.js';
import type { AccountState } from './user.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

/** Blocks, deactivates and activates accounts (contract: core §3). */
@Injectable()
export class AccountStatesService {
  constructor(
    private readonly users: UsersRepository,
    private readonly reader: UsersService,
    private readonly locks: AccountLocksService,
    private readonly sessions: SessionsRepository,
    private readonly events: EventsService,
    private readonly database: Database,
  ) {}

  /** Repeating is not an error; throws 403 for oneself and for the last administrator, 404. */
  async change(id: number, state: AccountState, caller: Pick<Caller, 'userId'>): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.reader.get(id);
      if (id === caller.userId) {
        throw forbidden('You cannot change the state of your own account');
      }
      const user = await this.locks.lock(id);
      if (state !== 'active') {
        await this.locks.refuseLastAdmin(user);
      }
      await this.users.update(id, { state });
      if (state !== 'active') {
        await this.sessions.deleteAllOf(id);
        const payload: AccessReduced = { userId: id };
        await this.events.publish(tx, { name: ACCESS_REDUCED, payload });
      }
    });
  }
}
