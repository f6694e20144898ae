import { Injectable } from '@nestjs/common';
import { UserIdentitiesRepository } from '../../../core/users/identities/user-identities.repository.js';
import { OIDC } from '../../../core/users/identities/user-identity.js';
import { ProvisionedAccountsService } from '../../../core/users/provisioned-accounts.service.js';
import type { User } from '../../../core/users/user.js';
import { UsersRepository } from '../../../core/users/users.repository.js';
import { Env } from '../../../platform/config/env.js';
import { Database } from '../../../platform/database/database.js';
import { ScimIdentitiesRepository } from '../../scim/users/scim-identities.repository.js';
import { OidcAuditService } from './oidc-audit.service.js';
import type { OidcProfile } from './oidc-profile.js';
import { OidcRefusal } from './oidc-refusal.js';

const MAX_NAME = 255;

/** Finds or creates the account of a user of the provider (contract: scim-graphql §C1.3). */
@Injectable()
export class OidcAccountsService {
  constructor(
    private readonly identities: UserIdentitiesRepository,
    private readonly users: UsersRepository,
    private readonly provisioned: ScimIdentitiesRepository,
    private readonly accounts: ProvisionedAccountsService,
    private readonly audit: OidcAuditService,
    private readonly database: Database,
    private readonly env: Env,
  ) {}

  /**
   * Returns the first match. An account that was not found by its identity is linked to it. Throws {@link OidcRefusal}.
   */
  of(profile: OidcProfile, address: string): Promise<User> {
    return this.database.transaction(async () => {
      const known = await this.byIdentity(profile);
      if (known) {
        return known;
      }
      await this.accounts.lock();
      const user =
        (await this.byIdentity(profile)) ??
        (await this.byProvisioning(profile)) ??
        (await this.byEmail(profile)) ??
        (await this.created(profile));
      if (!user) {
        throw OidcRefusal.unknown();
      }
      await this.link(user, profile, address);
      return user;
    });
  }

  private async byIdentity({ sub }: OidcProfile): Promise<User | null> {
    const id = await this.identities.userOf({ provider: OIDC, externUid: sub });
    return id === null ? null : this.users.find(id);
  }

  /**
   * Finds an account by SCIM's `externalId`. Owners of groups choose it freely, so it only matches accounts that the
   * group created, and others only if the provider has also verified their e-mail address.
   */
  private async byProvisioning(profile: OidcProfile): Promise<User | null> {
    for (const { userId, managed, groupId } of await this.provisioned.ofExternalId(profile.sub)) {
      const user = await this.users.find(userId);
      const isOfGroup = managed && user?.managedBy === groupId;
      if (user && !user.isAdmin && (isOfGroup || isVerifiedAs(user, profile))) {
        return user;
      }
    }
    return null;
  }

  private async byEmail(profile: OidcProfile): Promise<User | null> {
    const { email, isEmailVerified } = profile;
    const user =
      this.env.oidc.linkByEmail && isEmailVerified === true && email !== null
        ? await this.users.findByConfirmedEmail(email)
        : null;
    return user && !user.isAdmin && isAddressOf(user, profile) ? user : null;
  }

  private async created({ email, isEmailVerified, username, name }: OidcProfile): Promise<User | null> {
    if (
      !this.env.oidc.autoCreate ||
      email === null ||
      isEmailVerified === false ||
      (await this.users.hasEmail(email))
    ) {
      return null;
    }
    const userName = username ?? email;
    const id = await this.accounts.open({ userName, name: cut(name ?? localPartOf(userName)), email, managedBy: null });
    return this.users.find(id);
  }

  private async link(user: User, { sub }: OidcProfile, address: string): Promise<void> {
    if (await this.identities.insert(user.id, { provider: OIDC, externUid: sub })) {
      await this.audit.record(user, address, 'identity linked');
      return;
    }
    if ((await this.identities.userOf({ provider: OIDC, externUid: sub })) !== user.id) {
      throw OidcRefusal.unknown(); // the account is linked to another user of the provider
    }
  }
}

/** Drops the domain, because account names are public and e-mail addresses are not. */
const localPartOf = (userName: string): string => userName.replace(/(?<=.)@.*/s, '');

/** Cuts a name to the maximum number of characters (contract: core §2). */
const cut = (name: string): string => Array.from(name).slice(0, MAX_NAME).join('');

const isVerifiedAs = (user: User, profile: OidcProfile): boolean =>
  profile.isEmailVerified === true && user.confirmedAt !== null && isAddressOf(user, profile);

/**
 * Compares addresses case-insensitively for ASCII letters only: the lower case of some other letters is an ASCII letter
 * (the Kelvin sign becomes `k`), and such a mailbox may belong to another user.
 */
const isAddressOf = ({ email: own }: User, { email }: OidcProfile): boolean =>
  email !== null && lowerCaseOf(own) === lowerCaseOf(email);

const lowerCaseOf = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
