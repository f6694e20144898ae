import type { Visibility } from '../settings/visibility.js';

/** A user's own place, or a group. */
export interface Namespace {
  readonly id: number;
  readonly kind: 'user' | 'group';
  readonly name: string;
  readonly path: string;
  readonly fullPath: string;
  readonly parentId: number | null;
  readonly traversalIds: readonly number[];
}

/** A place with what the viewer may know of it; a personal one has no visibility of its own. */
export interface SeenNamespace extends Namespace {
  readonly visibility: Visibility | null;
  readonly level: number;
}
