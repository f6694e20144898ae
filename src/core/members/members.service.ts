import { Injectable } from '@nestjs/common';
import { ApiError } from '../../common/errors/api-error.js';
import { forbidden, invalidField, IS_INVALID, message, notFound } from '../../common/errors/catalogue.js';
import type { PageRequest } from '../../common/pagination/page-request.js';
import type { Page } from '../../common/pagination/page.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import type { Caller } from '../access/caller.js';
import { Role, roleName } from '../access/role.js';
import type { AuditAuthor } from '../audit/audit-author.js';
import type { AuditedAct, AuditedEntity, AuditedTarget } from '../audit/audit-event.js';
import { AuditService } from '../audit/audit.service.js';
import { BY_SYSTEM } from '../audit/by-system.js';
import { ACCESS_REDUCED } from '../events/access-reduced.js';
import type { AccessReduced } from '../events/access-reduced.js';
import { EventsService } from '../events/events.service.js';
import { UsersRepository } from '../users/users.repository.js';
import type { User } from '../users/user.js';
import { auditedContainer } from './audited-container.js';
import type { Member, MemberContainer } from './member.js';
import { memberFilters, MembersRepository } from './members.repository.js';
import type { EndedMembership } from './members.repository.js';

/** Memberships that end together. */
const AT_ONCE = 1000;

export interface Grant {
  readonly level: number;
  readonly expiresAt?: string | null | undefined;
}

interface MemberQuery {
  readonly query?: string | undefined;
  readonly userIds?: readonly number[] | undefined;
}

/** Members of projects and groups, and their roles (contract: core §7). */
@Injectable()
export class MembersService {
  constructor(
    private readonly members: MembersRepository,
    private readonly users: UsersRepository,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly database: Database,
  ) {}

  list(container: MemberContainer, { query, userIds }: MemberQuery, page: PageRequest): Promise<Page<Member>> {
    return this.members.pageDirect(container, memberFilters(query, userIds), page);
  }

  listAll(container: MemberContainer, { query, userIds }: MemberQuery, page: PageRequest): Promise<Page<Member>> {
    return this.members.pageAll(container, memberFilters(query, userIds), page);
  }

  async get(container: MemberContainer, userId: number): Promise<Member> {
    return found(await this.members.findDirect(container, userId));
  }

  async getEffective(container: MemberContainer, userId: number): Promise<Member> {
    return found(await this.members.findEffective(container, userId));
  }

  /** Throws 404 for the user, 409 for a direct member, 403 above one's own level, 400 below the inherited level. */
  add(container: MemberContainer, userId: number, grant: Grant, caller: Caller): Promise<Member> {
    return this.database.transaction(async (tx) => {
      const user = await this.humanOrNone(userId);
      refuseAboveOwn(container, grant.level, caller);
      if (await this.members.findDirect(container, user.id)) {
        throw alreadyThere();
      }
      await this.refuseBelowInherited(container, user.id, grant.level);
      const owner = container.type === 'project' ? { projectId: container.id } : { groupId: container.id };
      const { level, expiresAt = null } = grant;
      if (!(await this.members.insert({ ...owner, userId: user.id, level, expiresAt, createdBy: caller.userId }))) {
        throw alreadyThere();
      }
      await this.note(tx, caller, container, user, { add: 'user_access', as: roleName(level) });
      return this.get(container, user.id);
    });
  }

  /** Tries to add each user; returns the errors by user name or id, or nothing when all succeeded. */
  async addMany(container: MemberContainer, userIds: readonly number[], grant: Grant, caller: Caller) {
    const refusals: Record<string, string> = {};
    for (const userId of userIds) {
      try {
        await this.add(container, userId, grant, caller);
      } catch (error) {
        const user = await this.users.find(userId);
        refusals[user?.username ?? String(userId)] = refusalText(error);
      }
    }
    return refusals;
  }

  /** Throws 404, 403 for changing Owners without being one or levels above one's own, 403 for the last Owner. */
  change(container: MemberContainer, userId: number, grant: Grant, caller: Caller): Promise<Member> {
    return this.database.transaction(async (tx) => {
      await this.members.lock(container);
      const member = await this.get(container, userId);
      refuseAboveOwn(container, Math.max(grant.level, member.level), caller);
      await this.refuseBelowInherited(container, userId, grant.level);
      await this.refuseLastOwner(container, member, grant);
      await this.members.update(member.memberId, grant);
      if (grant.level !== member.level) {
        const act = { change: 'access_level', from: roleName(member.level), to: roleName(grant.level) };
        await this.note(tx, caller, container, member, act);
      }
      if (grant.level < member.level) {
        await this.tellReduced(tx, userId);
      }
      return this.get(container, userId);
    });
  }

  /** Members may always leave, others need the role `least`; throws 403, 404. */
  remove(container: MemberContainer, userId: number, caller: Caller, least: Role): Promise<void> {
    if (userId !== caller.userId && !caller.isAtLeast(least, container.callerLevel)) {
      throw forbidden();
    }
    return this.database.transaction(async (tx) => {
      await this.members.lock(container);
      const member = await this.get(container, userId);
      if (userId !== caller.userId) {
        refuseAboveOwn(container, member.level, caller);
      }
      await this.refuseLastOwner(container, member, null);
      await this.members.delete(member.memberId);
      await this.note(tx, caller, container, member, REMOVED);
      await this.tellReduced(tx, userId);
    });
  }

  /** Removes expired memberships, which have not been valid since 00:00 UTC of their day (contract: core §7). */
  async sweepExpired(): Promise<void> {
    for (;;) {
      const count = await this.database.transaction(async (tx) => {
        const ended = await this.members.deleteExpired(AT_ONCE);
        await this.noteEnded(tx, BY_SYSTEM, ended);
        for (const userId of new Set(ended.map((membership) => membership.userId))) {
          await this.tellReduced(tx, userId);
        }
        return ended.length;
      });
      if (count < AT_ONCE) {
        return;
      }
    }
  }

  /** Notes the memberships that are removed together with an account (contract: core §3, conventions §17). */
  noteAccountDeletion(userId: number, caller: Caller): Promise<void> {
    return this.database.transaction(async (tx) => {
      let lastId = 0;
      for (;;) {
        const ended = await this.members.liveOf(userId, lastId, AT_ONCE);
        await this.noteEnded(tx, caller, ended);
        const last = ended.at(-1);
        if (!last || ended.length < AT_ONCE) {
          return;
        }
        lastId = last.id;
      }
    });
  }

  private async noteEnded(tx: Tx, by: AuditAuthor, ended: readonly EndedMembership[]): Promise<void> {
    for (const { projectId, groupId, userId, username, path, groupIds } of ended) {
      const entity: AuditedEntity =
        projectId === null
          ? { type: 'Group', id: groupId ?? 0, path, groupIds }
          : { type: 'Project', id: projectId, path, groupIds };
      await this.audit.record(tx, by, entity, memberAsTarget(userId, username), REMOVED);
    }
  }

  private async tellReduced(tx: Tx, userId: number): Promise<void> {
    const payload: AccessReduced = { userId };
    await this.events.publish(tx, { name: ACCESS_REDUCED, payload });
  }

  private async humanOrNone(userId: number): Promise<User> {
    const user = await this.users.find(userId);
    if (!user || user.kind === 'system') {
      throw notFound('User');
    }
    if (user.kind !== 'human') {
      throw invalidField('user_id', IS_INVALID); // a token bot cannot join anything else (contract: core §4)
    }
    return user;
  }

  private async refuseBelowInherited(container: MemberContainer, userId: number, level: number): Promise<void> {
    const inherited = await this.members.inheritedLevel(container, userId);
    if (level < inherited) {
      throw invalidField('access_level', `should be at least the inherited ${roleName(inherited)}`);
    }
  }

  /**
   * When two Owners leave at once, the lock on the group's row makes the second one find itself the last (contract:
   * core §11).
   */
  private async refuseLastOwner(container: MemberContainer, member: Member, grant: Grant | null): Promise<void> {
    const stays = grant?.level === Role.Owner && (grant.expiresAt ?? null) === null;
    if (!container.isTopGroup || member.level !== Role.Owner || stays) {
      return;
    }
    if ((await this.members.countLastingOwners(container.id, member.id)) === 0) {
      throw forbidden('The last owner cannot be removed');
    }
  }

  private note(
    tx: Tx,
    caller: Caller,
    container: MemberContainer,
    user: { id: number; username: string },
    act: AuditedAct,
  ) {
    return this.audit.record(tx, caller, auditedContainer(container), memberAsTarget(user.id, user.username), act);
  }
}

const REMOVED: AuditedAct = { remove: 'user_access' };

const memberAsTarget = (id: number, username: string): AuditedTarget => ({ id, type: 'User', details: username });

const alreadyThere = () => message(409, 'Member already exists');

function found(member: Member | null): Member {
  if (!member) {
    throw notFound('Member');
  }
  return member;
}

/**
 * Callers cannot grant, change or remove levels above their own; Maintainers cannot change Owners (contract: core §7).
 */
function refuseAboveOwn(container: MemberContainer, level: number, caller: Caller): void {
  if (!caller.isAdmin && level > container.callerLevel) {
    throw forbidden();
  }
}

function refusalText(error: unknown): string {
  if (!(error instanceof ApiError)) {
    throw error;
  }
  const refusal: unknown = error.body.message;
  return typeof refusal === 'string'
    ? refusal
    : Object.values(refusal ?? {})
        .flat()
        .join(', ');
}
