import { DefinitionError } from './definition-error.js';
import { isList, isMap, Reference } from './value.js';
import type { Value, ValueMap } from './value.js';
import { bounded } from './weight.js';

const MAX_DEPTH = 10;

/**
 * Returns the same tree with every reference replaced by its target. Throws for a reference without a target, or to
 * itself.
 */
export function withoutReferences(root: ValueMap): ValueMap {
  const references = new References(root);
  return bounded(new Map([...root].map(([key, value]) => [key, references.resolved(value, 0).value])));
}

interface Resolved {
  readonly value: Value;
  /** Length of the longest chain of references in it. */
  readonly height: number;
}

const isTree = (value: Value): value is readonly Value[] | ValueMap => isList(value) || isMap(value);

/** Resolves each part of the file once, however many references point to it. */
class References {
  private readonly known = new Map<Value, Resolved>();
  private readonly open = new Set<Value>();

  constructor(private readonly root: ValueMap) {}

  /** `depth` is the number of references followed to get here. */
  resolved(value: Value, depth: number): Resolved {
    if (value instanceof Reference) {
      return this.followed(value, depth);
    }
    if (!isTree(value)) {
      return { value, height: 0 };
    }
    const resolved = this.known.get(value) ?? this.parts(value, depth);
    this.known.set(value, resolved);
    return resolved;
  }

  private followed(reference: Reference, depth: number): Resolved {
    const aim = this.target(reference);
    if (depth >= MAX_DEPTH || this.open.has(aim)) {
      throw circular(reference);
    }
    const { value, height } = this.resolved(aim, depth + 1);
    if (depth + height >= MAX_DEPTH) {
      throw circular(reference);
    }
    return { value, height: height + 1 };
  }

  private parts(value: readonly Value[] | ValueMap, depth: number): Resolved {
    this.open.add(value);
    let height = 0;
    const part = (held: Value): Value => {
      const resolved = this.resolved(held, depth);
      height = Math.max(height, resolved.height);
      return resolved.value;
    };
    const whole = isList(value) ? value.map(part) : new Map([...value].map(([key, held]) => [key, part(held)]));
    this.open.delete(value);
    return { value: height === 0 ? value : bounded(whole), height };
  }

  private target(reference: Reference): Value {
    let found: Value | undefined = this.root;
    for (const key of reference.path) {
      found = isMap(found) ? found.get(key) : undefined;
    }
    if (found === undefined) {
      throw new DefinitionError(`${reference.toString()} could not be found`);
    }
    return found;
  }
}

const circular = (reference: Reference): DefinitionError =>
  new DefinitionError(`${reference.toString()} is part of a circular chain`);
