import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Caller } from '../../../core/access/caller.js';
import { Role } from '../../../core/access/role.js';
import { refuseBot } from '../../../core/access/token-giving.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import { auditedGroup } from '../../../core/groups/group-audit.js';
import type { Group } from '../../../core/groups/group.js';
import { randomToken } from '../../../platform/crypto/random.js';
import { Database } from '../../../platform/database/database.js';
import type { Tx } from '../../../platform/database/tx.js';
import type { ScimToken } from './scim-token.js';
import { ScimTokensRepository } from './scim-tokens.repository.js';

const PREFIX = 'slscim_';
const SCIM_TOKEN = 'SCIM Token';

interface NewScimToken {
  readonly name: string;
  readonly defaultAccessLevel?: number | undefined;
  readonly expiresAt?: string | null | undefined;
}

/**
 * Tokens of groups for identity providers; several may be live at once, so that they can be exchanged (contract:
 * scim-graphql §A1).
 */
@Injectable()
export class ScimTokensService {
  constructor(
    private readonly tokens: ScimTokensRepository,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  list(group: Group, page: PageRequest): Promise<Page<ScimToken>> {
    return this.tokens.page(group.id, page);
  }

  /** Returns the token with its value, which is only known now. Throws 403 for bots. */
  issue(group: Group, { name, defaultAccessLevel = Role.Guest, expiresAt = null }: NewScimToken, caller: Caller) {
    refuseBot(caller);
    const value = randomToken(PREFIX);
    return this.database.transaction(async (tx) => {
      const fields = { groupId: group.id, name, defaultAccessLevel, expiresAt, createdBy: caller.userId };
      const token = await this.get(group, await this.tokens.insert(fields, value));
      await this.record(tx, group, token, 'Created', caller);
      return { token, value };
    });
  }

  /** Throws 404, also for a revoked token and for one of another group. */
  revoke(group: Group, id: number, caller: Caller): Promise<void> {
    return this.database.transaction(async (tx) => {
      const token = await this.get(group, id);
      if (!(await this.tokens.revoke(id))) {
        throw notFound(SCIM_TOKEN);
      }
      await this.record(tx, group, token, 'Revoked', caller);
    });
  }

  private async get(group: Group, id: number): Promise<ScimToken> {
    const token = await this.tokens.find(group.id, id);
    if (!token) {
      throw notFound(SCIM_TOKEN);
    }
    return token;
  }

  private async record(tx: Tx, group: Group, { id, name }: ScimToken, act: 'Created' | 'Revoked', caller: Caller) {
    const target = { id, type: 'ScimToken', details: name };
    await this.audit.record(tx, caller, auditedGroup(group), target, { custom_message: `${act} SCIM token` });
  }
}
