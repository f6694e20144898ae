import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, Time } from '../../../common/wire/wire-types.js';
import type { BasicUser } from '../../../core/users/user.js';
import { BasicUserSchema, presentBasicUser } from '../../../core/users/user.presenter.js';

/** Contract: git §10.1. */
export const DeletedRefSchema = Type.Object({
  id: Type.Integer(),
  type: Type.String(),
  name: Type.String(),
  sha: Type.String(),
  reason: Type.String(),
  actor: nullable(BasicUserSchema),
  created_at: Time,
  restorable_until: Time,
});

interface ShownRef {
  readonly id: number;
  readonly type: string;
  readonly name: string;
  readonly sha: string;
  readonly reason: string;
  readonly actor: BasicUser | null;
  readonly createdAt: string;
  readonly restorableUntil: string;
}

export const presentDeletedRef = (ref: ShownRef, baseUrl: string): Static<typeof DeletedRefSchema> => ({
  id: ref.id,
  type: ref.type,
  name: ref.name,
  sha: ref.sha,
  reason: ref.reason,
  actor: ref.actor && presentBasicUser(ref.actor, baseUrl),
  created_at: ref.createdAt,
  restorable_until: ref.restorableUntil,
});
