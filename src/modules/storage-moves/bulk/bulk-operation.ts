import type { Operation } from '../../../core/operations/operation.js';
import type { ContainerKind } from '../kinds/container-kind.js';
import { CONTAINER_KINDS } from '../kinds/index.js';

/** From which storage to which; to picked ones where the destination is null. */
export interface BulkOrder {
  readonly source: string;
  readonly destination: string | null;
}

/** Contract: storage-moves §6. */
export const operationKindOf = ({ name }: Pick<ContainerKind, 'name'>): string => `${name}_repository_storage_moves`;

/** What an operation moves; null for one that moves nothing. */
export const movedKindOf = ({ kind }: Pick<Operation, 'kind'>): ContainerKind | null =>
  Object.values(CONTAINER_KINDS).find((moved) => operationKindOf(moved) === kind) ?? null;

/** What a run was told, read from its result; null while it has none. */
export function endedOrderOf({ result }: Pick<Operation, 'result'>): BulkOrder | null {
  if (typeof result !== 'object' || result === null || !('source_storage_name' in result)) {
    return null;
  }
  const source = result.source_storage_name;
  const destination = 'destination_storage_name' in result ? result.destination_storage_name : null;
  return typeof source === 'string'
    ? { source, destination: typeof destination === 'string' ? destination : null }
    : null;
}
