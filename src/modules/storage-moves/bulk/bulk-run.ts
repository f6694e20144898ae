import type { AuditAuthor } from '../../../core/audit/audit-author.js';
import type { ContainerKind, ContainerKindName } from '../kinds/container-kind.js';

/** What its job is told. */
export interface BulkRunPayload {
  readonly kind: ContainerKindName;
  readonly operationId: string;
  readonly source: string;
  readonly destination: string | null;
  readonly total: number;
  /** Null for a command of the operator. */
  readonly creatorId: number | null;
}

/** A run of many moves, as long as it goes on. */
export interface BulkRun extends BulkRunPayload {
  readonly of: ContainerKind;
  readonly author: AuditAuthor;
}
