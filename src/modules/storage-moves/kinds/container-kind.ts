import type { ShownMove } from '../storage-move.js';

export type ContainerKindName = 'project' | 'snippet' | 'group';

/** A kind of container whose repositories move between storages (contract: storage-moves, first paragraph). */
export interface ContainerKind {
  readonly name: ContainerKindName;
  /** Name in messages. */
  readonly label: 'Project' | 'Snippet' | 'Group';
  /** Whether the container's own row contains the name of its storage. */
  readonly keepsStorage: boolean;
  /** The container's part of a record (contract: storage-moves §2). */
  readonly present: (move: ShownMove, baseUrl: string) => object;
}
