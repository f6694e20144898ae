import type { Visibility } from '../settings/visibility.js';

export type NamespaceKind = 'user' | 'group';

/** A personal namespace of a user, or a group. */
export interface Namespace {
  readonly id: number;
  readonly kind: NamespaceKind;
  readonly name: string;
  readonly path: string;
  readonly fullPath: string;
  readonly parentId: number | null;
  readonly traversalIds: readonly number[];
}

/** A namespace with the viewer's level; a personal one has no visibility of its own. */
export interface SeenNamespace extends Namespace {
  readonly visibility: Visibility | null;
  readonly level: number;
}
