import { notGiven } from '../../common/errors/catalogue.js';
import type { UserIdentity } from './identities/user-identity.js';
import type { UserFilters } from './user-filters.js';
import type { UserChanges } from './users.repository.js';
import type { CreateUserInput, ListUsersQuery, UpdateUserInput } from './users.dto.js';

/** Maps the wire's names to columns; what was not sent is left out. */
export function userChanges(input: CreateUserInput | UpdateUserInput): UserChanges {
  const columns = {
    email: input.email,
    name: input.name,
    username: input.username,
    isAdmin: input.admin,
    isExternal: input.external,
    canCreateGroup: input.can_create_group,
    projectsLimit: input.projects_limit,
    bio: input.bio,
    location: input.location,
    organization: input.organization,
    jobTitle: input.job_title,
    websiteUrl: input.website_url,
    publicEmail: input.public_email,
    note: input.note,
    privateProfile: input.private_profile,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** Returns the identity to link, if one was sent. Throws 400 when it is incomplete. */
export function identityIn({ provider, extern_uid: externUid }: UpdateUserInput): UserIdentity | null {
  if (provider === undefined && externUid === undefined) {
    return null;
  }
  if (provider === undefined || externUid === undefined) {
    throw notGiven(provider === undefined ? 'provider' : 'extern_uid');
  }
  return { provider, externUid };
}

export const userFilters = (query: ListUsersQuery): UserFilters => ({
  username: query.username,
  search: query.search,
  active: query.active,
  blocked: query.blocked,
  external: query.external,
  excludeExternal: query.exclude_external,
  withoutProjectBots: query.without_project_bots,
  humans: query.humans,
  admins: query.admins,
  createdBefore: query.created_before,
  createdAfter: query.created_after,
});
