import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { merged, nullable, Time } from '../../common/wire/wire-types.js';
import type { Caller } from '../access/caller.js';
import { Role } from '../access/role.js';
import { GROUP_SWITCHES, GroupSwitchesSchema } from './group-switches.js';
import type { Group } from './group.js';

/** Contract: core §5. */
export const GroupSchema = merged('Group', [
  GroupSwitchesSchema,
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    path: Type.String(),
    full_name: Type.String(),
    full_path: Type.String(),
    description: nullable(Type.String()),
    visibility: Type.String(),
    parent_id: nullable(Type.Integer()),
    web_url: Type.String(),
    created_at: Time,
    updated_at: Time,
    avatar_url: Type.Null(),
    project_creation_level: Type.String(),
    subgroup_creation_level: Type.String(),
    default_branch_protection: Type.Integer(),
    shared_with_groups: Type.Array(Type.Unknown()),
    marked_for_deletion_on: Type.Null(),
    runners_token: Type.Optional(nullable(Type.String())),
    repository_storage: Type.Optional(Type.String()),
  }),
]);
export type GroupView = Static<typeof GroupSchema>;

/** Presents a group for this caller (contract: core §5). */
export function presentGroup(group: Group, viewer: Caller, baseUrl: string, runnersToken?: string | null): GroupView {
  const owns = viewer.isAtLeast(Role.Owner, group.level);
  return {
    id: group.id,
    name: group.name,
    path: group.path,
    full_name: group.fullName,
    full_path: group.fullPath,
    description: group.description,
    visibility: group.visibility,
    parent_id: group.parentId,
    web_url: `${baseUrl}/groups/${group.fullPath}`,
    created_at: group.createdAt,
    updated_at: group.updatedAt,
    avatar_url: null,
    project_creation_level: group.projectCreationLevel,
    subgroup_creation_level: group.subgroupCreationLevel,
    default_branch_protection: group.defaultBranchProtection,
    ...GROUP_SWITCHES,
    ...group.switches,
    shared_with_groups: [],
    marked_for_deletion_on: null,
    ...(owns && runnersToken !== undefined ? { runners_token: runnersToken } : {}),
    ...(viewer.isAdmin ? { repository_storage: group.repositoryStorage } : {}),
  };
}
