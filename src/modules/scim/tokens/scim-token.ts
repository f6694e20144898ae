import type { ScimTokenEntity } from './scim-token.entity.js';

/** A token as management shows it. */
export type ScimToken = Readonly<
  Pick<ScimTokenEntity, 'id' | 'name' | 'defaultAccessLevel' | 'expiresAt' | 'createdAt' | 'lastUsedAt'>
>;

/** The group that a live token manages, as its protocol sees it. */
export interface ScimGroup {
  readonly id: number;
  readonly fullPath: string;
  /** Ids of the groups above, top first, and of the group itself. */
  readonly traversalIds: readonly number[];
  readonly isTopGroup: boolean;
}

export interface PresentedScimToken {
  readonly id: number;
  readonly defaultAccessLevel: number;
  readonly group: ScimGroup;
}

/** Where the protocol of a group begins; the path is as people write it, since proxies change encoded slashes. */
export const scimBaseUrl = (baseUrl: string, fullPath: string): string => `${baseUrl}/api/scim/v2/groups/${fullPath}`;
