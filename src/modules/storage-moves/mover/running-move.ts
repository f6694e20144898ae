import type { MoveLease } from '../../repositories/leases/repository-leases.service.js';
import type { ContainerKind } from '../kinds/container-kind.js';
import type { MovedRepository } from '../records/moved-repositories.repository.js';
import type { StorageMove } from '../storage-move.js';

/** A move that this process carries out while it holds the lease. */
export interface RunningMove<M extends StorageMove = StorageMove> {
  readonly kind: ContainerKind;
  readonly move: M;
  readonly repositories: readonly MovedRepository[];
  readonly lease: MoveLease;
}

/** A repository that is copied from one storage to another. */
export interface CopiedRepository {
  /** Name in messages. */
  readonly type: string;
  readonly relativePath: string;
  readonly from: string;
  readonly to: string;
  /** Name of the move, such as `project-17`, under which its copies are stored. */
  readonly moveName: string;
}

/** Name in directories and log lines, such as `project-17`. */
export const moveNameOf = ({ name }: Pick<ContainerKind, 'name'>, { id }: Pick<StorageMove, 'id'>): string =>
  `${name}-${id}`;

export const copiesOf = ({ kind, move, repositories }: Omit<RunningMove, 'lease'>): readonly CopiedRepository[] =>
  repositories.map(({ type, relativePath }) => ({
    type,
    relativePath,
    from: move.sourceStorage,
    to: move.destinationStorage,
    moveName: moveNameOf(kind, move),
  }));
