import { DefinitionError } from './definition-error.js';
import { isMap } from './value.js';
import type { Value, ValueMap } from './value.js';
import { bounded } from './weight.js';

/** Maximum number of map entries copied while one definition is read: about a quarter of a second. */
const MAX_COPIED = 500_000;

/** Merges the maps of one definition, with a common limit for all merges. */
export class Merging {
  private copied = 0;

  /**
   * Merges `over` on top of `base`: maps are merged, everything else is replaced. Throws if the result becomes too
   * large.
   */
  maps(base: ValueMap, over: ValueMap): ValueMap {
    if (base.size === 0) {
      return over;
    }
    this.note(base.size + over.size);
    const result = new Map(base);
    for (const [key, value] of over) {
      result.set(key, this.values(base.get(key), value));
    }
    return bounded(result);
  }

  private values(base: Value | undefined, over: Value): Value {
    return isMap(base) && isMap(over) ? this.maps(base, over) : over;
  }

  private note(entries: number): void {
    this.copied += entries;
    if (this.copied > MAX_COPIED) {
      throw new DefinitionError('include and extends merge too much');
    }
  }
}
