import { Injectable } from '@nestjs/common';
import { forbidden, notFound } from '../../common/errors/catalogue.js';
import type { PageRequest } from '../../common/pagination/page-request.js';
import type { Page } from '../../common/pagination/page.js';
import { randomHex } from '../../platform/crypto/random.js';
import { Database } from '../../platform/database/database.js';
import type { Caller } from '../access/caller.js';
import { Role } from '../access/role.js';
import type { AuditedEntity } from '../audit/audit-event.js';
import { AuditService } from '../audit/audit.service.js';
import type { MemberContainer } from '../members/member.js';
import { MembersRepository } from '../members/members.repository.js';
import { UsersRepository } from '../users/users.repository.js';
import type { AccessToken } from './access-token.js';
import { AccessTokensRepository } from './access-tokens.repository.js';
import { AccessTokensService } from './access-tokens.service.js';
import type { IssuedToken, NewToken } from './access-tokens.service.js';
import { tokenConditions } from './token-filters.js';

const DEFAULT_LEVEL = Role.Maintainer;
const BOT_NAME_BYTES = 16;

/** Tokens of a project or group, each acting as a bot user of its own (contract: core §4). */
@Injectable()
export class ContainerTokensService {
  constructor(
    private readonly tokens: AccessTokensRepository,
    private readonly issuing: AccessTokensService,
    private readonly users: UsersRepository,
    private readonly members: MembersRepository,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  list(container: MemberContainer, page: PageRequest): Promise<Page<AccessToken>> {
    return this.tokens.page(tokenConditions({ kinds: [container.type], ...placeOf(container) }), page);
  }

  async get(container: MemberContainer, id: number): Promise<AccessToken> {
    const token = await this.tokens.find(id);
    const held = token && (container.type === 'project' ? token.projectId : token.groupId);
    if (!token || held !== container.id) {
      throw notFound('Token');
    }
    return token;
  }

  /** Throws 403 for bots and for a level above the caller's own. */
  issue(
    container: MemberContainer,
    input: NewToken & { accessLevel?: number | undefined },
    caller: Caller,
  ): Promise<IssuedToken> {
    const level = input.accessLevel ?? DEFAULT_LEVEL;
    refuseBot(caller);
    if (!caller.isAdmin && level > container.callerLevel) {
      throw forbidden('The level is above your own');
    }
    const { name, scopes, description, expiresAt } = input;
    return this.database.transaction(async (tx) => {
      const userId = await this.createBot(container, name, level, caller);
      const place = placeOf(container);
      const token = { name, scopes, description, expiresAt, kind: container.type, userId, createdBy: caller.userId };
      const issued = await this.issuing.insert({ ...token, ...place, accessLevel: level });
      const target = { id: issued.token.id, type: 'AccessToken', details: name };
      const text = { custom_message: `Created ${container.type} access token` };
      await this.audit.record(tx, caller, auditedContainer(container), target, text);
      return issued;
    });
  }

  /** Ends the token and the membership at once; the account stays, deactivated, as author. */
  revoke(container: MemberContainer, token: AccessToken, caller: Caller): Promise<void> {
    return this.database.transaction(async (tx) => {
      if (!(await this.tokens.revoke(token.id))) {
        return;
      }
      const member = await this.members.findDirect(container, token.userId);
      if (member) {
        await this.members.delete(member.memberId);
      }
      await this.users.update(token.userId, { state: 'deactivated' });
      const target = { id: token.id, type: 'AccessToken', details: token.name };
      const text = { custom_message: `Revoked ${container.type} access token` };
      await this.audit.record(tx, caller, auditedContainer(container), target, text);
    });
  }

  private async createBot(container: MemberContainer, name: string, level: number, caller: Caller): Promise<number> {
    const username = `${container.type}_${container.id}_bot_${randomHex(BOT_NAME_BYTES)}`;
    const userId = await this.users.insert({
      kind: container.type === 'project' ? 'project_bot' : 'group_bot',
      username,
      name,
      email: `${username}@noreply.invalid`,
      confirmedAt: new Date(),
      canCreateGroup: false,
      createdBy: caller.userId,
    });
    await this.members.insert({ ...placeOf(container), userId, level, createdBy: caller.userId });
    return userId;
  }
}

/** A token's bot makes no tokens (contract: core §4). */
export function refuseBot(caller: Caller): void {
  if (caller.isBot) {
    throw forbidden();
  }
}

const placeOf = ({ type, id }: MemberContainer) => (type === 'project' ? { projectId: id } : { groupId: id });

const auditedContainer = (container: MemberContainer): AuditedEntity => ({
  type: container.type === 'project' ? 'Project' : 'Group',
  id: container.id,
  path: container.fullPath,
  groupIds: container.traversalIds,
});
