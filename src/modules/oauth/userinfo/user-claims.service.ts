import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { UsersService } from '../../../core/users/users.service.js';
import { Env } from '../../../platform/config/env.js';
import { BearerAccessService } from '../bearer/bearer-access.service.js';
import { insufficientUserScope } from '../oauth-errors.js';
import type { ProtocolParams } from '../protocol-params.js';
import { presentClaims } from './claims.presenter.js';
import type { ClaimsView } from './claims.presenter.js';
import { UserGroupsRepository } from './user-groups.repository.js';

/** Returns the claims that an application may read about the user who authorized it (contract: oauth §9). */
@Injectable()
export class UserClaimsService {
  constructor(
    private readonly bearers: BearerAccessService,
    private readonly users: UsersService,
    private readonly groups: UserGroupsRepository,
    private readonly env: Env,
  ) {}

  /** Throws 400, 401, and 403 for a token without `openid`. */
  async of(request: IncomingMessage, params: ProtocolParams): Promise<ClaimsView> {
    const { account, token } = await this.bearers.holderOf(request, params);
    if (!token.scopes.includes('openid')) {
      throw insufficientUserScope();
    }
    const [user, groups] = [await this.users.get(account.id), await this.groups.pathsOf(account.id)];
    return presentClaims({ user, groups, scopes: token.scopes, baseUrl: this.env.baseUrl });
  }
}
