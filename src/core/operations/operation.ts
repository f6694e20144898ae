export type OperationState = 'scheduled' | 'running' | 'finished' | 'failed' | 'canceled';

/** Scheduled work that people can follow (contract: conventions §13). */
export interface Operation {
  readonly id: string;
  readonly kind: string;
  readonly state: OperationState;
  readonly done: number;
  readonly total: number | null;
  readonly result: unknown;
  readonly error: string | null;
  readonly canCancel: boolean;
  readonly cancelRequested: boolean;
  readonly creatorId: number | null;
  readonly projectId: number | null;
  readonly groupId: number | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}
