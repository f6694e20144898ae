import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, record, Time } from '../../../common/wire/wire-types.js';
import { BasicUserSchema, presentBasicUser } from '../../../core/users/user.presenter.js';
import type { DeletedTag } from './deleted-tag.columns.js';

/** Contract: registry §9.3. */
export const DeletedTagSchema = record('DeletedImageTag', {
  name: Type.String(),
  digest: Type.String(),
  reason: Type.Union([Type.Literal('deleted'), Type.Literal('overwritten')]),
  deleted_at: Time,
  restorable_until: Time,
  deleted_by: nullable(BasicUserSchema),
});
export type DeletedTagView = Static<typeof DeletedTagSchema>;

export const presentDeletedTag = (tag: DeletedTag, baseUrl: string): DeletedTagView => ({
  name: tag.name,
  digest: tag.digest,
  reason: tag.reason,
  deleted_at: tag.deletedAt,
  restorable_until: tag.restorableUntil,
  deleted_by: tag.deletedBy && presentBasicUser(tag.deletedBy, baseUrl),
});
