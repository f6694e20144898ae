import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { columnsOf } from '../../platform/database/columns-of.js';
import { bigint, boolean, jsonObject, jsonObjectIf, jsonRows, lookup } from '../../platform/database/typed-sql.js';
import { UserIdentityEntity } from './identities/user-identity.entity.js';
import { GHOST_USERNAME } from './system-accounts.js';
import { UserEntity } from './user.entity.js';

/** Columns of a {@link BasicUser}; as one JSON value they are shown in other records. */
const basicUserColumns = (alias: string) => columnsOf(UserEntity, alias, 'id', 'username', 'name', 'state');

/** A basic user as one JSON value, for `left join users o`; null when the join found none. */
export const OWNER = jsonObjectIf(sql`o.id is not null`, basicUserColumns('o'));

const BASIC_USER = jsonObject(basicUserColumns('c'));

/** The basic user with this id, as one JSON value; null when there is none. */
export const basicUser = (id: Sql) => lookup(BASIC_USER, sql`from users c where c.id = ${id}`);

/** Id of the account that is shown for deleted ones (contract: core §2). */
export const GHOST_ID = sql`(select g.id from users g where g.kind = 'system' and g.username = ${GHOST_USERNAME})`;

/** Like {@link basicUser}, with the ghost account for the null that a deleted account leaves. */
export const basicUserOrGhost = (id: Sql) => basicUser(sql`coalesce(${id}, ${GHOST_ID})`);

/** For `users u`. */
export const HAS_TWO_FACTOR = boolean`
  exists (select 1 from two_factor f where f.user_id = u.id and f.confirmed_at is not null)`;

/** Columns of a {@link User}, for `from users u`. */
export const USER_COLUMNS = {
  ...columnsOf(
    UserEntity,
    'u',
    'id',
    'kind',
    'username',
    'name',
    'email',
    'state',
    'isAdmin',
    'isExternal',
    'canCreateGroup',
    'projectsLimit',
    'privateProfile',
    'bio',
    'location',
    'organization',
    'jobTitle',
    'websiteUrl',
    'publicEmail',
    'note',
    'confirmedAt',
    'lastSignInAt',
    'currentSignInAt',
    'lastActivityOn',
    'managedBy',
    'createdAt',
    'updatedAt',
  ),
  hasTwoFactor: HAS_TWO_FACTOR,
  namespaceId: lookup(bigint`n.id`, sql`from namespaces n where n.owner_id = u.id`),
  createdBy: basicUser(sql`u.created_by`),
  identities: jsonRows(
    columnsOf(UserIdentityEntity, 'i', 'provider', 'externUid'),
    sql`from user_identities i where i.user_id = u.id`,
  ),
};
