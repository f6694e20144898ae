import type { Caller } from '../access/caller.js';

/** The author of an event: a caller of the API, or a subject of another protocol. */
export type AuditAuthor = Pick<Caller, 'account' | 'userId' | 'address' | 'sudoBy' | 'credential'>;
