import type { User } from '../../../core/users/user.js';

interface Facts {
  readonly user: User;
  /** Full paths. */
  readonly groups: readonly string[];
  readonly scopes: readonly string[];
  readonly baseUrl: string;
}

export type ClaimsView = Readonly<Record<string, unknown>>;

/** Contract: oauth §9; absent values are left out. */
export function presentClaims({ user, groups, scopes, baseUrl }: Facts): ClaimsView {
  return {
    sub: String(user.id),
    groups,
    ...(scopes.includes('profile') ? profileOf(user, baseUrl) : {}),
    ...(scopes.includes('email') ? { email: user.email, email_verified: user.confirmedAt !== null } : {}),
  };
}

const profileOf = (user: User, baseUrl: string): ClaimsView => ({
  name: user.name,
  nickname: user.username,
  preferred_username: user.username,
  profile: `${baseUrl}/${user.username}`,
  ...(user.websiteUrl ? { website: user.websiteUrl } : {}),
  updated_at: Math.floor(Date.parse(user.updatedAt) / 1000),
});
