import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { matchesWeakly } from '../../../common/conditional/etag.js';
import { Env } from '../../../platform/config/env.js';
import { Database } from '../../../platform/database/database.js';
import type { Tx } from '../../../platform/database/tx.js';
import type { ScimCall } from '../protocol/scim-call.js';
import { noSuchResource, versionChanged } from '../protocol/scim-errors.js';
import { scimBaseUrl } from '../tokens/scim-token.js';
import { ScimAccountsService } from './scim-accounts.service.js';
import { ScimActivationService } from './scim-activation.service.js';
import { scimConflictsExplained, ScimIdentitiesRepository } from './scim-identities.repository.js';
import type { ScimIdentity } from './scim-identity.js';
import type { ScimListRequest } from './scim-list-request.js';
import { versionOf } from './scim-user.presenter.js';
import type { ScimUser } from './scim-user.js';

/** Identifies the user of a change, and the versions that it may have. */
export interface ScimChange {
  readonly uuid: string;
  readonly ifMatch: string | undefined;
}

export interface ScimPage {
  readonly total: number;
  readonly startIndex: number;
  readonly identities: readonly ScimIdentity[];
}

/** Users of a group, managed by its identity provider (contract: scim-graphql §A3, §A4). */
@Injectable()
export class ScimUsersService {
  constructor(
    private readonly identities: ScimIdentitiesRepository,
    private readonly accounts: ScimAccountsService,
    private readonly activation: ScimActivationService,
    private readonly database: Database,
    private readonly env: Env,
  ) {}

  /** Throws 404. */
  async get({ token }: ScimCall, uuid: string): Promise<ScimIdentity> {
    return found(await this.identities.find(token.group.id, uuid));
  }

  /** Returns the matching users and their number. Throws 400 invalidFilter. */
  async list({ token }: ScimCall, request: ScimListRequest): Promise<ScimPage> {
    const { id, fullPath } = token.group;
    const group = { id, url: scimBaseUrl(this.env.baseUrl, fullPath) };
    const total = await this.identities.total(group, request);
    const isAsked = request.count > 0 && request.startIndex <= total;
    return {
      total,
      startIndex: request.startIndex,
      identities: isAsked ? await this.identities.page(group, request) : [],
    };
  }

  /** Throws 409 uniqueness. */
  create(call: ScimCall, { active = true, ...user }: ScimUser): Promise<ScimIdentity> {
    const { group } = call.token;
    return scimConflictsExplained(() =>
      this.database.transaction(async (tx) => {
        const account = await this.accounts.behind({ ...user, active }, group);
        const id = await this.identities.insert({ ...user, ...account, active, groupId: group.id });
        const identity = found(await this.identities.findById(id));
        await this.activation.grant(tx, call, identity);
        if (!active) {
          await this.activation.deactivate(tx, call, identity);
        }
        return identity;
      }),
    );
  }

  /** Sets the writable attributes to the result of `change`. Throws 404, 409, 412. */
  update(
    call: ScimCall,
    { uuid, ifMatch }: ScimChange,
    change: (now: ScimIdentity) => ScimUser,
  ): Promise<ScimIdentity> {
    return scimConflictsExplained(() =>
      this.database.transaction(async (tx) => {
        const now = await this.lock(call, uuid, ifMatch);
        const { active = now.active, ...user } = change(now);
        if (!isStored({ ...user, active }, now)) {
          await this.identities.update(now.id, { ...user, active });
        }
        await this.accounts.follow(now, { ...user, active });
        await this.changeState(tx, call, now, active);
        return found(await this.identities.findById(now.id));
      }),
    );
  }

  /** Removes the identity and its memberships; a managed account is kept, deactivated. Throws 404, 409, 412. */
  delete(call: ScimCall, { uuid, ifMatch }: ScimChange): Promise<void> {
    return this.database.transaction(async (tx) => {
      const identity = await this.lock(call, uuid, ifMatch);
      await this.activation.deactivate(tx, call, identity);
      await this.identities.delete(identity.id);
    });
  }

  private async changeState(tx: Tx, call: ScimCall, now: ScimIdentity, active: boolean): Promise<void> {
    if (active === now.active) {
      return;
    }
    await (active ? this.activation.activate(tx, call, now) : this.activation.deactivate(tx, call, now));
  }

  private async lock({ token }: ScimCall, uuid: string, ifMatch: string | undefined): Promise<ScimIdentity> {
    await this.accounts.lock(found(await this.identities.find(token.group.id, uuid)));
    const identity = found(await this.identities.lock(token.group.id, uuid));
    if (ifMatch !== undefined && !matchesWeakly(ifMatch, versionOf(identity))) {
      throw versionChanged();
    }
    return identity;
  }
}

/** Setting the same state changes neither version nor times (contract: scim-graphql §A3; RFC 7644 3.5.2). */
const isStored = (user: ScimUser, now: ScimIdentity): boolean =>
  Object.entries(user).every(([name, value]) => isDeepStrictEqual(value, now[name as keyof ScimUser]));

function found(identity: ScimIdentity | null): ScimIdentity {
  if (!identity) {
    throw noSuchResource();
  }
  return identity;
}
