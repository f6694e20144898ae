import { setImmediate as nextTurn } from 'node:timers/promises';
import { Kind } from 'graphql';
import type { FieldNode, FragmentDefinitionNode, GraphQLResolveInfo, SelectionSetNode } from 'graphql';

/** Far more than most answers have, so that the loads of their rows are still batched. */
const VALUES_AT_ONCE = 10_000;

let left = VALUES_AT_ONCE;
let renewal: Promise<void> | undefined;

/**
 * Settles when this number of values may be produced: those of all pages that arrive together would block the process.
 * A page gets its turn as a whole.
 */
export async function turnFor(values: number): Promise<void> {
  while (left <= 0) {
    await renewed();
  }
  left -= values;
  void renewed();
}

function renewed(): Promise<void> {
  renewal ??= nextTurn().then(() => {
    left = VALUES_AT_ONCE;
    renewal = undefined;
  });
  return renewal;
}

const counted = new WeakMap<FieldNode, number>();

/** Returns how many fields are requested of each row, including those of nested objects. */
export function fieldsBelow({ fieldNodes, fragments }: GraphQLResolveInfo): number {
  return fieldNodes.reduce((sum, node) => {
    const known = counted.get(node) ?? fieldsOf(node.selectionSet, fragments);
    counted.set(node, known);
    return sum + known;
  }, 0);
}

function fieldsOf(
  set: SelectionSetNode | undefined,
  fragments: Readonly<Record<string, FragmentDefinitionNode | undefined>>,
): number {
  return (set?.selections ?? []).reduce((sum, selection) => {
    switch (selection.kind) {
      case Kind.FIELD:
        return sum + 1 + fieldsOf(selection.selectionSet, fragments);
      case Kind.INLINE_FRAGMENT:
        return sum + fieldsOf(selection.selectionSet, fragments);
      case Kind.FRAGMENT_SPREAD:
        return sum + fieldsOf(fragments[selection.name.value]?.selectionSet, fragments);
    }
  }, 0);
}
