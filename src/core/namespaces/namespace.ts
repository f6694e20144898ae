import type { Visibility } from '../settings/visibility.js';

/** A personal namespace of a user, or a group. */
export interface Namespace {
  readonly id: number;
  readonly kind: 'user' | 'group';
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
