import { badForm, DefinitionError } from './definition-error.js';
import { isList, isMap, isText, merged } from './value.js';
import type { Value, ValueMap } from './value.js';

const MAX_DEPTH = 10;

/** A job with all that it extends below it. Throws for a template that is missing or extends itself (contract: triggers §5). */
export function withBases(name: string, job: ValueMap, entries: ValueMap, path: readonly string[] = [name]): ValueMap {
  const bases = basesOf(name, job.get('extends'));
  const missing = bases.filter((base) => !isMap(entries.get(base)));
  if (missing.length > 0) {
    throw new DefinitionError(`${name}: unknown keys in extends (${missing.join(', ')})`);
  }
  let whole: Value = new Map();
  for (const base of bases) {
    whole = merged(whole, baseOf(base, entries, path));
  }
  const own = new Map(job);
  own.delete('extends');
  const result = merged(whole, own);
  return isMap(result) ? result : own;
}

function baseOf(base: string, entries: ValueMap, path: readonly string[]): ValueMap {
  if (path.includes(base)) {
    throw new DefinitionError('circular dependency detected in extends');
  }
  if (path.length > MAX_DEPTH) {
    throw new DefinitionError(`${path[0] ?? base}: nesting too deep in extends`);
  }
  const entry = entries.get(base);
  return isMap(entry) ? withBases(base, entry, entries, [...path, base]) : new Map();
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
