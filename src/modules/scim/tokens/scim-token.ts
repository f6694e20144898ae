import type { ScimTokenEntity } from './scim-token.entity.js';

/** A token as shown in lists. */
export type ScimToken = Readonly<
  Pick<ScimTokenEntity, 'id' | 'name' | 'defaultAccessLevel' | 'expiresAt' | 'createdAt' | 'lastUsedAt'>
>;

/** The group of a live token, as needed by the protocol. */
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

/** Base URL of the protocol for a group; slashes of the path are not encoded, since proxies change encoded ones. */
export const scimBaseUrl = (baseUrl: string, fullPath: string): string => `${baseUrl}/api/scim/v2/groups/${fullPath}`;
