export type AccountKind = 'human' | 'project_bot' | 'group_bot' | 'system';
export type AccountState = 'active' | 'blocked' | 'deactivated';

/** A user as it is read; times are ISO 8601 text, days `YYYY-MM-DD`. */
export interface User {
  readonly id: number;
  readonly kind: AccountKind;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly state: AccountState;
  readonly isAdmin: boolean;
  readonly isExternal: boolean;
  readonly canCreateGroup: boolean;
  readonly projectsLimit: number;
  readonly privateProfile: boolean;
  readonly bio: string | null;
  readonly location: string | null;
  readonly organization: string | null;
  readonly jobTitle: string | null;
  readonly websiteUrl: string | null;
  readonly publicEmail: string | null;
  readonly note: string | null;
  readonly confirmedAt: string | null;
  readonly lastSignInAt: string | null;
  readonly currentSignInAt: string | null;
  readonly lastActivityOn: string | null;
  readonly createdBy: BasicUser | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly namespaceId: number | null;
  readonly hasTwoFactor: boolean;
}

/** What other records show of a user (contract: core §2). */
export interface BasicUser {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly state: AccountState;
}

/** Stands in for an author whose account is gone (contract: core §2, §3). */
export const GHOST_USERNAME = 'ghost';
export const ALERT_BOT_USERNAME = 'alert-bot';
export const ROOT_USERNAME = 'root';
