import { DefinitionError } from './definition-error.js';
import { isList, isMap } from './value.js';
import type { Value, ValueMap } from './value.js';

const MAX_DEPTH = 10;

/** `!reference [a, b]`: the value at that path of the whole file (contract: triggers §5). */
export class Reference {
  constructor(readonly path: readonly string[]) {}

  toString(): string {
    return `!reference ${JSON.stringify(this.path)}`;
  }
}

/** The same tree with every reference replaced by what it points at. Throws for one that points nowhere, or at itself. */
export function withoutReferences(root: ValueMap): ValueMap {
  return new Map([...root].map(([key, value]) => [key, resolved(value, root, 0)]));
}

function resolved(value: Value, root: ValueMap, depth: number): Value {
  if (value instanceof Reference) {
    if (depth >= MAX_DEPTH) {
      throw new DefinitionError(`${value.toString()} is part of a circular chain`);
    }
    return resolved(target(value, root), root, depth + 1);
  }
  if (isList(value)) {
    return value.map((each) => resolved(each, root, depth));
  }
  return isMap(value) ? new Map([...value].map(([key, held]) => [key, resolved(held, root, depth)])) : value;
}

function target(reference: Reference, root: ValueMap): Value {
  let found: Value | undefined = root;
  for (const key of reference.path) {
    found = isMap(found) ? found.get(key) : undefined;
  }
  if (found === undefined) {
    throw new DefinitionError(`${reference.toString()} could not be found`);
  }
  return found;
}
