import type { Operation } from '../../../core/operations/operation.js';
import type { ContainerKind } from '../kinds/container-kind.js';
import { CONTAINER_KINDS } from '../kinds/index.js';

/** Source and destination storages; destinations are picked by weight if null. */
export interface BulkOrder {
  readonly source: string;
  readonly destination: string | null;
}

/** Contract: storage-moves §6. */
export const operationKindOf = ({ name }: Pick<ContainerKind, 'name'>): string => `${name}_repository_storage_moves`;

/** Returns the kind of container that an operation moves; null for other operations. */
export const movedKindOf = ({ kind }: Pick<Operation, 'kind'>): ContainerKind | null =>
  Object.values(CONTAINER_KINDS).find((moved) => operationKindOf(moved) === kind) ?? null;

/** Returns the order of an ended run, read from its result; null without a result. */
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
