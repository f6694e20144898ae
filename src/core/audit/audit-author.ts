import type { Caller } from '../access/caller.js';

/** Author of an event: a caller of the API, or a subject of another protocol. */
export interface AuditAuthor extends Pick<Caller, 'account' | 'userId' | 'address' | 'sudoBy' | 'credential'> {
  /** An identity provider that acts for a group, without an account (contract: scim-graphql §A3). */
  readonly scimTokenId?: number;
}
