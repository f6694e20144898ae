import { DefinitionError } from './definition-error.js';
import { isList, isMap } from './value.js';
import type { Value, ValueMap } from './value.js';

/** contract: triggers §5: how deep a definition may be nested, and what it may expand to. */
export const MAX_NESTING = 50;
export const MAX_NODES = 100_000;
export const MAX_EXPANDED_BYTES = 8_388_608;

/** The size of a value as if everything that it shares with others were written out. */
export interface Weight {
  /** Scalars, lists, maps and the keys of these. */
  readonly nodes: number;
  readonly bytes: number;
  /** Lists and maps within each other. */
  readonly depth: number;
}

export const NO_WEIGHT: Weight = { nodes: 0, bytes: 0, depth: 0 };

/** Values are never changed, and those that are referenced more than once are counted once. */
const known = new WeakMap<object, Weight>();

/** How many values a value holds, how many bytes of text, and how deep they nest. */
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

/** Adds up in place: it is made for each list and map, and looks at each of their entries. */
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

/** Both, the second one so many times. */
export const plus = (sum: Weight, { nodes, bytes, depth }: Weight, times = 1): Weight => ({
  nodes: sum.nodes + nodes * times,
  bytes: sum.bytes + bytes * times,
  depth: Math.max(sum.depth, depth),
});

/** Throws for what is nested too deep or expands to too much. */
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
 * The value itself. Called for every list and map as soon as it is made, so that nothing of it is ever deeper or
 * heavier than allowed, and looking at it costs no more than its own entries. Throws as {@link refuseHeavy}.
 */
export function bounded<V extends Value>(value: V): V {
  refuseHeavy(weightOf(value));
  return value;
}

export const tooDeep = (): DefinitionError => new DefinitionError(`nesting is deeper than ${MAX_NESTING} levels`);
export const tooManyNodes = (): DefinitionError =>
  new DefinitionError(`the definition expands to more than ${MAX_NODES} nodes`);
