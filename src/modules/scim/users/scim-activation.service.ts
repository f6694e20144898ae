import { Injectable } from '@nestjs/common';
import { roleName } from '../../../core/access/role.js';
import { ACCESS_REDUCED } from '../../../core/events/access-reduced.js';
import type { AccessReduced } from '../../../core/events/access-reduced.js';
import { EventsService } from '../../../core/events/events.service.js';
import type { Tx } from '../../../platform/database/tx.js';
import type { ScimCall } from '../protocol/scim-call.js';
import { ScimAccountsService } from './scim-accounts.service.js';
import { ScimAuditService } from './scim-audit.service.js';
import type { ScimIdentity } from './scim-identity.js';
import { ScimMembershipsRepository } from './scim-memberships.repository.js';
import { ScimOwnersService } from './scim-owners.service.js';

/** Deactivates and reactivates provisioned users (contract: scim-graphql §A3). */
@Injectable()
export class ScimActivationService {
  constructor(
    private readonly memberships: ScimMembershipsRepository,
    private readonly accounts: ScimAccountsService,
    private readonly owners: ScimOwnersService,
    private readonly audit: ScimAuditService,
    private readonly events: EventsService,
  ) {}

  /** Makes the user a member with at least the token's level. */
  async grant(tx: Tx, call: ScimCall, identity: ScimIdentity): Promise<void> {
    const level = call.token.defaultAccessLevel;
    await this.memberships.grant(identity, level);
    await this.audit.record(tx, call, identity, { add: 'user_access', as: roleName(level) });
  }

  /** Restores the memberships that were removed, with at least the level of every provisioned user. */
  async activate(tx: Tx, call: ScimCall, identity: ScimIdentity): Promise<void> {
    await this.memberships.restore(identity);
    await this.accounts.activate(identity);
    await this.grant(tx, call, identity);
  }

  /** Removes memberships at and below the group; of a managed account, also ends sessions and tokens. Throws 409. */
  async deactivate(tx: Tx, call: ScimCall, identity: ScimIdentity): Promise<void> {
    await this.owners.refuseLast(call.token.group, identity.userId);
    await this.memberships.suspend(identity);
    await this.accounts.deactivate(identity);
    const payload: AccessReduced = { userId: identity.userId };
    await this.events.publish(tx, { name: ACCESS_REDUCED, payload });
    await this.audit.record(tx, call, identity, { remove: 'user_access' });
  }
}
