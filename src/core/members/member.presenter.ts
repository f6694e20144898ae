import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { Day, merged, nullable, record, Time } from '../../common/wire/wire-types.js';
import type { Caller } from '../access/caller.js';
import { BasicUserSchema, presentBasicUser } from '../users/user.presenter.js';
import type { Member } from './member.js';

export const MemberSchema = merged('Member', [
  BasicUserSchema,
  Type.Object({
    access_level: Type.Integer(),
    created_at: Time,
    updated_at: Time,
    created_by: nullable(BasicUserSchema),
    expires_at: nullable(Day),
    membership_state: Type.String(),
    email: Type.Optional(Type.String()),
  }),
]);
export type MemberView = Static<typeof MemberSchema>;

/** Contract: core §7. */
export function presentMember(member: Member, viewer: Caller, baseUrl: string): MemberView {
  return {
    ...presentBasicUser(member, baseUrl),
    access_level: member.level,
    created_at: member.createdAt,
    updated_at: member.updatedAt,
    created_by: member.createdBy && presentBasicUser(member.createdBy, baseUrl),
    expires_at: member.expiresAt,
    membership_state: 'active',
    ...(viewer.isAdmin ? { email: member.email } : {}),
  };
}

const AddedMembersSchema = record('AddedMembers', {
  status: Type.String(),
  message: Type.Optional(Type.Record(Type.String(), Type.String())),
});

/** Answer to adding one member, or several at once. */
export const AdditionSchema = Type.Union([MemberSchema, AddedMembersSchema]);

/** Answer to adding several members at once. */
export const presentAdded = (refusals: Readonly<Record<string, string>>): Static<typeof AddedMembersSchema> =>
  Object.keys(refusals).length === 0 ? { status: 'success' } : { status: 'error', message: refusals };
