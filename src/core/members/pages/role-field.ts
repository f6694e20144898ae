import type { Caller } from '../../access/caller.js';
import { ROLE_LEVELS, roleName } from '../../access/role.js';
import type { MemberContainer } from '../member.js';
import { select } from '../../../platform/views/forms.js';
import type { Safe } from '../../../platform/views/html.js';

/** Roles that a caller may grant: none above their own. */
export const grantableLevels = ({ callerLevel }: MemberContainer, { isAdmin }: Caller): readonly number[] =>
  ROLE_LEVELS.filter((level) => isAdmin || level <= callerLevel);

export const roleField = (levels: readonly number[], value: string, errors: readonly string[] = []): Safe =>
  select({
    name: 'access_level',
    label: 'Role',
    value,
    errors,
    options: levels.map((level) => [String(level), roleName(level)]),
  });
