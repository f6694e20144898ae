import { badForm, DefinitionError } from './definition-error.js';
import type { Merging } from './merging.js';
import { isList, isMap, isText } from './value.js';
import type { Value, ValueMap } from './value.js';

const MAX_DEPTH = 10;

interface Extended {
  readonly map: ValueMap;
  /** Length of the longest chain of templates in it. */
  readonly height: number;
}

/**
 * Merges jobs and templates with the templates that they extend; each template is merged once (contract: triggers §5).
 */
export class Extends {
  private readonly known = new Map<string, Extended>();

  constructor(
    private readonly entries: ValueMap,
    private readonly merging: Merging,
  ) {}

  /**
   * Returns a job merged on top of the templates that it extends. Throws for a template that is missing or extends
   * itself.
   */
  whole(name: string, job: ValueMap): ValueMap {
    return this.extended(name, job, [name]).map;
  }

  private extended(name: string, entry: ValueMap, path: readonly string[]): Extended {
    const bases = basesOf(name, entry.get('extends'));
    const missing = bases.filter((base) => !isMap(this.entries.get(base)));
    if (missing.length > 0) {
      throw new DefinitionError(`${name}: unknown keys in extends (${missing.join(', ')})`);
    }
    let below: Extended = { map: new Map(), height: 0 };
    for (const base of bases) {
      const { map, height } = this.base(base, path);
      below = { map: this.merging.maps(below.map, map), height: Math.max(below.height, height + 1) };
    }
    const own = new Map(entry);
    own.delete('extends');
    return { map: this.merging.maps(below.map, own), height: below.height };
  }

  private base(name: string, path: readonly string[]): Extended {
    if (path.includes(name)) {
      throw new DefinitionError('circular dependency detected in extends');
    }
    const known = this.known.get(name);
    if (path.length + (known?.height ?? 0) > MAX_DEPTH) {
      throw new DefinitionError(`${path[0] ?? name}: nesting too deep in extends`);
    }
    const entry = this.entries.get(name);
    const base = known ?? this.extended(name, isMap(entry) ? entry : new Map(), [...path, name]);
    this.known.set(name, base);
    return base;
  }
}

function basesOf(name: string, value: Value | undefined): readonly string[] {
  if (value === undefined) {
    return [];
  }
  const bases = isList(value) ? value : [value];
  if (!bases.every(isText) || bases.length === 0) {
    throw badForm(`jobs:${name}:extends`, 'an array of strings or a string');
  }
  return bases;
}
