import { Injectable } from '@nestjs/common';
import { containing } from '../../platform/database/like.js';
import sql, { join } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { notFound } from '../../common/errors/catalogue.js';
import type { Page } from '../../common/pagination/page.js';
import { brokenConstraint } from '../../platform/database/database-errors.js';
import { columnsOf } from '../../platform/database/columns-of.js';
import { Database } from '../../platform/database/database.js';
import type { IdSet } from '../../platform/database/id-set.js';
import { listOf, Lists } from '../../platform/database/list-query.js';
import type { ListCondition } from '../../platform/database/list-range.js';
import { bigint, integer, nullable, select, text } from '../../platform/database/typed-sql.js';
import type { RowOf } from '../../platform/database/typed-sql.js';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { GROUPS_ABOVE } from '../access/groups-above.columns.js';
import { LIVE } from '../access/levels.sql.js';
import { effectiveMembers } from './members.sql.js';
import { basicUser } from '../users/user.columns.js';
import { UserEntity } from '../users/user.entity.js';
import { MemberEntity } from './member.entity.js';
import type { Member, MemberContainer } from './member.js';

export interface NewMember {
  readonly projectId?: number;
  readonly groupId?: number;
  readonly userId: number;
  readonly level: number;
  readonly expiresAt?: string | null;
  readonly createdBy: number;
}

const COLUMNS = {
  ...columnsOf(UserEntity, 'u', 'id', 'username', 'name', 'state', 'kind', 'email'),
  memberId: bigint`m.id`,
  ...columnsOf(MemberEntity, 'm', 'level', 'expiresAt', 'createdAt', 'updatedAt'),
  createdBy: basicUser(sql`m.created_by`),
};

const ENDED = {
  ...columnsOf(MemberEntity, 'm', 'id', 'projectId', 'groupId', 'userId'),
  ...columnsOf(UserEntity, 'u', 'username'),
  path: text`r.path`,
  groupIds: GROUPS_ABOVE,
};
/** For `members m`. */
const WITH_CONTAINERS = sql`
  join users u on u.id = m.user_id
  left join projects p on p.id = m.project_id left join groups g on g.id = m.group_id
  join namespaces n on n.id = coalesce(p.namespace_id, g.id)
  join routes r on r.project_id = p.id or r.namespace_id = g.id`;
/** A membership that ends without a request that names it, with what an audit event tells of it. */
export type EndedMembership = RowOf<typeof ENDED>;

const REFERENCES = 'fk_members_';
/** What the foreign keys of a membership refer to, other than the account. */
const DELETED: Readonly<Record<string, string>> = { fk_members_project: 'Project', fk_members_group: 'Group' };

const direct = ({ type, id }: MemberContainer): Sql =>
  type === 'project' ? sql`m.project_id = ${id}` : sql`m.group_id = ${id}`;

@Injectable()
export class MembersRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  pageDirect(container: MemberContainer, where: readonly ListCondition[], page: PageRequest): Promise<Page<Member>> {
    return this.lists.page(memberList(sql`members m`), [direct(container), LIVE, ...where], { page });
  }

  pageAll(container: MemberContainer, where: readonly ListCondition[], page: PageRequest): Promise<Page<Member>> {
    const direction = page.kind === 'keyset' ? page.sort : 'asc';
    const list = { ...memberList(effectiveMembers(container, direction)), isDerived: true };
    return this.lists.page(list, where, { page });
  }

  findDirect(container: MemberContainer, userId: number): Promise<Member | null> {
    return this.database.row(
      select(
        COLUMNS,
        sql`from members m join users u on u.id = m.user_id
          where ${direct(container)} and m.user_id = ${userId} and ${LIVE}`,
      ),
    );
  }

  findEffective(container: MemberContainer, userId: number): Promise<Member | null> {
    return this.database.row(
      select(
        COLUMNS,
        sql`from ${effectiveMembers(container)} join users u on u.id = m.user_id where m.user_id = ${userId}`,
      ),
    );
  }

  /**
   * Returns false when the user is already a direct member. An expired membership is overwritten. Throws 404 when the
   * account or the container has been deleted.
   */
  async insert(member: NewMember): Promise<boolean> {
    const own =
      member.projectId === undefined ? sql`m.group_id = ${member.groupId}` : sql`m.project_id = ${member.projectId}`;
    await this.database.runWithNext(sql`
      delete from members m where ${own} and m.user_id = ${member.userId} and not ${LIVE}`);
    try {
      const inserted = await this.database.run(sql`
        insert into members (project_id, group_id, user_id, level, expires_at, created_by)
        values (${member.projectId ?? null}, ${member.groupId ?? null}, ${member.userId}, ${member.level},
                ${member.expiresAt ?? null}, ${member.createdBy})
        on conflict do nothing`);
      return inserted > 0;
    } catch (error) {
      const reference = brokenConstraint(error);
      throw reference?.startsWith(REFERENCES) ? notFound(DELETED[reference] ?? 'User') : error;
    }
  }

  async update(memberId: number, changes: { level: number; expiresAt?: string | null | undefined }): Promise<void> {
    await this.database.repository(MemberEntity).update(memberId, { ...changes, updatedAt: () => 'now()' });
  }

  async delete(memberId: number): Promise<boolean> {
    const { affected } = await this.database.repository(MemberEntity).delete(memberId);
    return affected === 1;
  }

  async deleteOfUser(userId: number): Promise<void> {
    await this.database.repository(MemberEntity).delete({ userId });
  }

  /** Locks the container's row, so that changes of its members are serialised. */
  async lock({ type, id }: MemberContainer): Promise<void> {
    const table = type === 'project' ? sql`projects` : sql`groups`;
    await this.database.run(sql`select 1 from ${table} where id = ${id} for no key update`);
  }

  /** Counts the Owners of a group whose membership never expires; others do not keep it alive. */
  async countLastingOwners(groupId: number, except: number): Promise<number> {
    const row = await this.database.row(
      select(
        { count: bigint`count(*)` },
        sql`from members m join users u on u.id = m.user_id
          where m.group_id = ${groupId} and m.level = 50 and m.expires_at is null and m.user_id <> ${except}
            and u.kind = 'human'`,
      ),
    );
    return row?.count ?? 0;
  }

  /** Returns the level that the user inherits from the groups above; 0 for none. */
  async inheritedLevel(container: MemberContainer, userId: number): Promise<number> {
    const above = container.traversalIds.filter((id) => container.type === 'project' || id !== container.id);
    const row = await this.database.row(
      select(
        { level: nullable(integer`max(m.level)`) },
        sql`from members m where m.user_id = ${userId} and m.group_id = any(${[...above]}) and ${LIVE}`,
      ),
    );
    return row?.level ?? 0;
  }

  /** Deletes `most` of them at most. */
  deleteExpired(most: number): Promise<EndedMembership[]> {
    return this.database.rows(
      select(
        ENDED,
        sql`from ended m ${WITH_CONTAINERS} order by m.id`,
        sql`
          with ended as (
            delete from members m where m.id in (
              select m.id from members m where not ${LIVE} order by m.expires_at limit ${most})
            returning m.*)`,
      ),
    );
  }

  /**
   * The next memberships of the user that count, but in projects and groups that are being deleted; by id, after that
   * one.
   */
  liveOf(userId: number, afterId: number, most: number): Promise<EndedMembership[]> {
    return this.database.rows(
      select(
        ENDED,
        sql`from members m ${WITH_CONTAINERS}
          where m.user_id = ${userId} and m.id > ${afterId} and ${LIVE}
            and not coalesce(p.pending_delete, g.pending_delete)
          order by m.id limit ${most}`,
      ),
    );
  }
}

/** For `members m`. */
export function memberFilters(query: string | undefined, userIds: readonly number[] | undefined): ListCondition[] {
  return [
    ...(query ? [named(containing(query))] : []),
    ...(userIds && userIds.length > 0 ? [sql`m.user_id in (${join([...userIds])})`] : []),
  ];
}

const named = (part: string): IdSet => ({
  ids: sql`select u.id from users u where u.name ilike ${part} or u.username ilike ${part}`,
  condition: sql`(select u.name ilike ${part} or u.username ilike ${part} from users u where u.id = m.user_id)`,
  includes: [],
});

const memberList = (members: Sql) =>
  listOf({
    type: 'Member',
    columns: COLUMNS,
    from: members,
    joins: { to: 'm', sql: sql`join users u on u.id = m.user_id` },
    id: { sql: sql`m.user_id`, of: ({ id }) => id, type: 'bigint' },
    defaultSort: { by: 'id', direction: 'asc' },
  });
