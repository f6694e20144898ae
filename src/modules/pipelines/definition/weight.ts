import { DefinitionError } from './definition-error.js';
import { isList, isMap } from './value.js';
import type { Value, ValueMap } from './value.js';

/** contract: triggers §5: how deep a definition may be nested, and what it may expand to. */
export const MAX_NESTING = 50;
export const MAX_NODES = 100_000;
export const MAX_EXPANDED_BYTES = 8_388_608;

/** The size of a value as if all its shared parts were written out. */
export interface Weight {
  /** Number of scalars, lists, maps and map keys. */
  readonly nodes: number;
  readonly bytes: number;
  /** Nesting depth of lists and maps. */
  readonly depth: number;
}

export const NO_WEIGHT: Weight = { nodes: 0, bytes: 0, depth: 0 };

/** Values are immutable, so a value that is referenced several times is measured once. */
const known = new WeakMap<object, Weight>();

/** Returns the number of nodes in a value, the bytes of text, and the nesting depth. */
export function weightOf(value: Value): Weight {
  if (!isList(value) && !isMap(value)) {
    return { nodes: 1, bytes: scalarBytes(value), depth: 0 };
  }
  const weight = known.get(value) ?? new Sum(value);
  known.set(value, weight);
  return weight;
}

const scalarBytes = (value: Exclude<Value, readonly Value[] | ValueMap>): number =>
  Buffer.byteLength(typeof value === 'string' ? value : String(value));

/** Adds up in place, because it is created for each list and map and goes through all their entries. */
class Sum implements Weight {
  nodes = 1;
  bytes = 0;
  depth = 1;

  constructor(collection: readonly Value[] | ValueMap) {
    for (const value of collection.values()) {
      this.add(value);
    }
    if (isMap(collection)) {
      for (const key of collection.keys()) {
        this.add(key);
      }
    }
  }

  private add(value: Value): void {
    if (!isList(value) && !isMap(value)) {
      this.nodes += 1;
      this.bytes += scalarBytes(value);
      return;
    }
    const { nodes, bytes, depth } = weightOf(value);
    this.nodes += nodes;
    this.bytes += bytes;
    this.depth = Math.max(this.depth, depth + 1);
  }
}

/** Adds the second weight `times` times. */
export const plus = (sum: Weight, { nodes, bytes, depth }: Weight, times = 1): Weight => ({
  nodes: sum.nodes + nodes * times,
  bytes: sum.bytes + bytes * times,
  depth: Math.max(sum.depth, depth),
});

/** Throws for a value that is nested too deeply or expands to too much. */
export function refuseHeavy({ nodes, bytes, depth }: Weight): void {
  if (depth > MAX_NESTING) {
    throw tooDeep();
  }
  if (nodes > MAX_NODES) {
    throw tooManyNodes();
  }
  if (bytes > MAX_EXPANDED_BYTES) {
    throw new DefinitionError(`the definition expands to more than ${MAX_EXPANDED_BYTES} bytes`);
  }
}

/**
 * Returns the value itself. Called for every list and map as soon as it is created, so that no part of a definition
 * ever exceeds the limits, and each check costs no more than the value's own entries. Throws like {@link refuseHeavy}.
 */
export function bounded<V extends Value>(value: V): V {
  refuseHeavy(weightOf(value));
  return value;
}

export const tooDeep = (): DefinitionError => new DefinitionError(`nesting is deeper than ${MAX_NESTING} levels`);
export const tooManyNodes = (): DefinitionError =>
  new DefinitionError(`the definition expands to more than ${MAX_NODES} nodes`);
