import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, record } from '../../../common/wire/wire-types.js';

/** Contract: git §10.3. */
export const PermissionsSchema = record('RepositoryPermissions', {
  ref: Type.String(),
  exists: Type.Boolean(),
  protected: Type.Boolean(),
  rule: nullable(Type.String()),
  can_push: Type.Boolean(),
  can_force_push: Type.Boolean(),
  can_delete: Type.Boolean(),
  reason: nullable(Type.String()),
});

interface ShownPermissions {
  readonly ref: string;
  readonly exists: boolean;
  readonly isProtected: boolean;
  readonly rule: string | null;
  readonly canPush: boolean;
  readonly canForcePush: boolean;
  readonly canDelete: boolean;
  readonly reason: string | null;
}

export const presentPermissions = (found: ShownPermissions): Static<typeof PermissionsSchema> => ({
  ref: found.ref,
  exists: found.exists,
  protected: found.isProtected,
  rule: found.rule,
  can_push: found.canPush,
  can_force_push: found.canForcePush,
  can_delete: found.canDelete,
  reason: found.reason,
});
