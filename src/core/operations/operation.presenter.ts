import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, record, Time } from '../../common/wire/wire-types.js';
import type { Operation } from './operation.js';

export const OperationSchema = record('Operation', {
  id: Type.String(),
  kind: Type.String(),
  state: Type.String(),
  progress: Type.Object({ done: Type.Integer(), total: nullable(Type.Integer()) }),
  result: Type.Unknown(),
  error: nullable(Type.String()),
  created_at: Time,
  started_at: nullable(Time),
  finished_at: nullable(Time),
  paused: Type.Optional(Type.Literal(true)),
});
export type OperationView = Static<typeof OperationSchema>;

/** The operation with its progress (contract: conventions §13). */
export function presentOperation(operation: Operation): OperationView {
  return {
    id: operation.id,
    kind: operation.kind,
    state: operation.state,
    progress: { done: operation.done, total: operation.total },
    result: operation.result,
    error: operation.error,
    created_at: operation.createdAt,
    started_at: operation.startedAt,
    finished_at: operation.finishedAt,
    ...(operation.isPaused ? { paused: true as const } : {}),
  };
}

/** The body of a 202; its `Location` is {@link operationLocation} (contract: conventions §13). */
export const AcceptedSchema = record('Accepted', { message: Type.String(), operation: OperationSchema });
export type AcceptedView = Static<typeof AcceptedSchema>;

export const presentAccepted = (operation: Operation): AcceptedView => ({
  message: '202 Accepted',
  operation: presentOperation(operation),
});

export const operationLocation = (operation: Operation, baseUrl: string): string =>
  `${baseUrl}/api/v4/operations/${operation.id}`;
