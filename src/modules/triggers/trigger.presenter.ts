import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, record, Time } from '../../common/wire/wire-types.js';
import { BasicUserSchema, presentBasicUser } from '../../core/users/user.presenter.js';
import type { Trigger } from './trigger.js';

/** Contract: triggers §1. */
export const TriggerSchema = record('Trigger', {
  id: Type.Integer(),
  description: Type.String(),
  created_at: Time,
  updated_at: Time,
  last_used: nullable(Time),
  token: Type.String(),
  owner: nullable(BasicUserSchema),
  expires_at: nullable(Time),
  allowed_refs: nullable(Type.Array(Type.String())),
  allowed_variables: nullable(Type.Array(Type.String())),
  previous_token_valid_until: nullable(Time),
});
export type TriggerView = Static<typeof TriggerSchema>;

/** `token` is the full value if the viewer created it; other viewers are shown four characters. */
export const presentTrigger = (trigger: Trigger, token: string | null, baseUrl: string): TriggerView => ({
  id: trigger.id,
  description: trigger.description,
  created_at: trigger.createdAt,
  updated_at: trigger.updatedAt,
  last_used: trigger.lastUsedAt,
  token: token ?? trigger.firstFour,
  owner: trigger.owner && presentBasicUser(trigger.owner, baseUrl),
  expires_at: trigger.expiresAt,
  allowed_refs: trigger.allowedRefs && [...trigger.allowedRefs],
  allowed_variables: trigger.allowedVariables && [...trigger.allowedVariables],
  previous_token_valid_until: trigger.previousValidUntil,
});
