import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { Caller } from '../access/caller.js';
import type { BasicUser, User } from './user.js';
import { merged, nullable, record, Time } from '../../common/wire/wire-types.js';

export const BasicUserSchema = record('BasicUser', {
  id: Type.Integer(),
  username: Type.String(),
  name: Type.String(),
  state: Type.String(),
  avatar_url: nullable(Type.String()),
  web_url: Type.String(),
});
export type BasicUserView = Static<typeof BasicUserSchema>;

/** Presents a user as shown in other records (contract: core §2). */
export function presentBasicUser(user: BasicUser, baseUrl: string): BasicUserView {
  return {
    id: user.id,
    username: user.username,
    name: user.name,
    state: user.state,
    avatar_url: null,
    web_url: `${baseUrl}/${user.username}`,
  };
}

/** Visible to everyone who is signed in (contract: core §3). */
export const PublicUserSchema = merged('PublicUser', [
  BasicUserSchema,
  Type.Object({
    created_at: Time,
    updated_at: Time,
    bio: nullable(Type.String()),
    location: nullable(Type.String()),
    public_email: nullable(Type.String()),
    website_url: nullable(Type.String()),
    organization: nullable(Type.String()),
    job_title: nullable(Type.String()),
    bot: Type.Boolean(),
    locked: Type.Boolean(),
    followers: Type.Integer(),
    following: Type.Integer(),
    pronouns: Type.Null(),
    skype: Type.String(),
    linkedin: Type.String(),
    twitter: Type.String(),
    discord: Type.String(),
    work_information: Type.Null(),
    local_time: Type.Null(),
  }),
]);
export type PublicUserView = Static<typeof PublicUserSchema>;

/** Presents a user for everyone who is signed in (contract: core §3). */
export function presentPublicUser(user: User, baseUrl: string): PublicUserView {
  return {
    ...presentBasicUser(user, baseUrl),
    created_at: user.createdAt,
    updated_at: user.updatedAt,
    bio: user.bio,
    location: user.location,
    public_email: user.publicEmail,
    website_url: user.websiteUrl,
    organization: user.organization,
    job_title: user.jobTitle,
    bot: user.kind !== 'human',
    locked: false,
    followers: 0,
    following: 0,
    pronouns: null,
    skype: '',
    linkedin: '',
    twitter: '',
    discord: '',
    work_information: null,
    local_time: null,
  };
}

/** The user's own record, also for administrators; `note` is only for the latter (contract: core §3). */
export const FullUserSchema = merged('User', [
  PublicUserSchema,
  Type.Object({
    email: Type.String(),
    commit_email: Type.String(),
    is_admin: Type.Boolean(),
    external: Type.Boolean(),
    confirmed_at: nullable(Time),
    last_sign_in_at: nullable(Time),
    current_sign_in_at: nullable(Time),
    last_activity_on: nullable(Type.String({ format: 'date' })),
    two_factor_enabled: Type.Boolean(),
    identities: Type.Array(Type.Object({ provider: Type.String(), extern_uid: Type.String() })),
    can_create_group: Type.Boolean(),
    can_create_project: Type.Boolean(),
    projects_limit: Type.Integer(),
    namespace_id: nullable(Type.Integer()),
    private_profile: Type.Boolean(),
    note: Type.Optional(nullable(Type.String())),
    created_by: nullable(BasicUserSchema),
    theme_id: Type.Integer(),
    color_scheme_id: Type.Integer(),
  }),
]);

/** The view for the current caller. */
export const ShownUserSchema = Type.Union([FullUserSchema, PublicUserSchema]);
export type FullUserView = Static<typeof FullUserSchema>;

/** Presents a user for administrators and the user (contract: core §3). */
export function presentFullUser(user: User, viewer: Caller, baseUrl: string): FullUserView {
  return {
    ...presentPublicUser(user, baseUrl),
    email: user.email,
    commit_email: user.email,
    is_admin: user.isAdmin,
    external: user.isExternal,
    confirmed_at: user.confirmedAt,
    last_sign_in_at: user.lastSignInAt,
    current_sign_in_at: user.currentSignInAt,
    last_activity_on: user.lastActivityOn,
    two_factor_enabled: user.hasTwoFactor,
    identities: user.identities.map(({ provider, externUid }) => ({ provider, extern_uid: externUid })),
    can_create_group: user.canCreateGroup,
    can_create_project: user.projectsLimit > 0,
    projects_limit: user.projectsLimit,
    namespace_id: user.namespaceId,
    private_profile: user.privateProfile,
    ...(viewer.isAdmin ? { note: user.note } : {}),
    created_by: user.createdBy && presentBasicUser(user.createdBy, baseUrl),
    theme_id: 1,
    color_scheme_id: 1,
  };
}

/** Presents a user for this viewer. */
export const presentUser = (user: User, viewer: Caller, baseUrl: string): PublicUserView | FullUserView =>
  viewer.isAdmin || viewer.userId === user.id
    ? presentFullUser(user, viewer, baseUrl)
    : presentPublicUser(user, baseUrl);
