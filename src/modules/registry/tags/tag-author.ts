import type { AuditAuthor } from '../../../core/audit/audit-author.js';

/** Who moved or deleted a tag; deploy tokens have a name but no account. */
export interface TagAuthor {
  readonly id: number | null;
  readonly name: string;
}

export const authorOf = ({ account }: AuditAuthor): TagAuthor => ({
  id: account?.id ?? null,
  name: account?.username ?? '',
});
