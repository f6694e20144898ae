import { Injectable } from '@nestjs/common';
import { ApiError } from '../../../common/errors/api-error.js';
import { AccountUpdatesService } from '../../../core/users/account-updates.service.js';
import type { User } from '../../../core/users/user.js';
import { Env } from '../../../platform/config/env.js';
import { OidcAuditService } from './oidc-audit.service.js';
import type { OidcProfile } from './oidc-profile.js';

/** Grants and withdraws administration according to groups of the provider (contract: scim-graphql §C1.5). */
@Injectable()
export class OidcRightsService {
  constructor(
    private readonly updates: AccountUpdatesService,
    private readonly audit: OidcAuditService,
    private readonly env: Env,
  ) {}

  /** Called at each sign-in. The last administrator keeps the right. */
  async follow(user: User, { groups = [] }: OidcProfile, address: string): Promise<void> {
    const { adminGroups, groupsClaim } = this.env.oidc;
    const isAdmin = groups.some((group) => adminGroups.includes(group));
    if (groupsClaim === undefined || adminGroups.length === 0 || isAdmin === user.isAdmin) {
      return;
    }
    try {
      await this.updates.update(user.id, { columns: { isAdmin } });
      await this.audit.record(user, address, `identity provider ${isAdmin ? 'grants' : 'withdraws'} administration`);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 403) {
        throw error;
      }
    }
  }
}
