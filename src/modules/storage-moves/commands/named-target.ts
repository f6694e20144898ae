import { misused } from '../../../platform/cli/usage.js';
import type { ContainerKind } from '../kinds/container-kind.js';
import { kindNamed } from './kind-argument.js';

/** A single move, or a bulk run by the id of its operation. */
export type NamedTarget = { readonly kind: ContainerKind; readonly moveId: number } | { readonly operationId: string };

/** Reads `<kind> <move id>` or `<operation id>`. Throws for other words. */
export function targetNamed(usage: string, words: readonly string[]): NamedTarget {
  const [first = '', second] = words;
  if (second === undefined) {
    return { operationId: first };
  }
  if (!/^\d{1,15}$/.test(second)) {
    throw misused(usage, `'${second}' is not the id of a move.`);
  }
  return { kind: kindNamed(usage, first), moveId: Number(second) };
}
