import type { AuditAuthor } from '../../../core/audit/audit-author.js';
import type { ContainerKind, ContainerKindName } from '../kinds/container-kind.js';

/** Payload of the job. */
export interface BulkRunPayload {
  readonly kind: ContainerKindName;
  readonly operationId: string;
  readonly source: string;
  readonly destination: string | null;
  readonly total: number;
  /** Null for an operator command. */
  readonly creatorId: number | null;
}

/** A run of many moves while it is being carried out. */
export interface BulkRun extends BulkRunPayload {
  readonly of: ContainerKind;
  readonly author: AuditAuthor;
}
