import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, record, Time } from '../../../common/wire/wire-types.js';
import { BasicUserSchema, presentBasicUser } from '../../../core/users/user.presenter.js';
import type { DeletedRef } from '../pushes/deleted-ref.columns.js';

/** Contract: git §10.1. */
export const DeletedRefSchema = record('DeletedRef', {
  id: Type.Integer(),
  type: Type.String(),
  name: Type.String(),
  sha: Type.String(),
  reason: Type.String(),
  actor: nullable(BasicUserSchema),
  created_at: Time,
  restorable_until: Time,
});

export const presentDeletedRef = (ref: DeletedRef, baseUrl: string): Static<typeof DeletedRefSchema> => ({
  id: ref.id,
  type: ref.type,
  name: ref.name,
  sha: ref.sha,
  reason: ref.reason,
  actor: ref.actor && presentBasicUser(ref.actor, baseUrl),
  created_at: ref.createdAt,
  restorable_until: ref.restorableUntil,
});
