import type { Caller } from '../access/caller.js';

/** The author of an event: a caller of the API, or a subject of another protocol. */
export interface AuditAuthor extends Pick<Caller, 'account' | 'userId' | 'address' | 'sudoBy' | 'credential'> {
  /** A provider of identities that acts for a group, and no account (contract: scim-graphql §A3). */
  readonly scimTokenId?: number;
}
