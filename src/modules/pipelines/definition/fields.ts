import { parseHumanDuration } from '../../../common/time/duration.js';
import { badForm, DefinitionError } from './definition-error.js';
import { flat, isList, isMap, isScalar, isText } from './value.js';
import type { Value, ValueMap } from './value.js';
import { isVariableValue, VARIABLE_NAME } from '../variables/variable-form.js';

/**
 * Reads and checks the keys of one map of the file. `location` prefixes errors, such as `jobs:build`; it is empty for
 * the top level.
 */
export class Fields {
  constructor(
    private readonly map: ValueMap,
    readonly location: string,
  ) {}

  value(key: string): Value | undefined {
    return this.map.get(key);
  }

  has(key: string): boolean {
    return this.map.has(key);
  }

  /** Location of a key, as errors name it. */
  at(key: string): string {
    return this.location === '' ? key : `${this.location}:${key}`;
  }

  refuse(key: string, form: string): never {
    throw badForm(this.at(key), form);
  }

  /** Throws for all other keys. */
  refuseOthers(known: readonly string[]): void {
    const unknown = [...this.map.keys()].filter((key) => !known.includes(key));
    if (unknown.length > 0) {
      throw new DefinitionError(`${this.location} config contains unknown keys: ${unknown.join(', ')}`);
    }
  }

  /** The map at a key. */
  below(key: string, form = 'a hash'): Fields {
    const value = this.value(key);
    return isMap(value) ? new Fields(value, this.at(key)) : this.refuse(key, form);
  }

  text(key: string): string | null {
    const value = this.value(key);
    if (value !== undefined && value !== null && !isText(value)) {
      this.refuse(key, 'a string');
    }
    return value ?? null;
  }

  flag(key: string): boolean | null {
    const value = this.value(key);
    if (value !== undefined && typeof value !== 'boolean') {
      this.refuse(key, 'a boolean value');
    }
    return value ?? null;
  }

  oneOf<W extends string>(key: string, words: readonly W[]): W | null {
    const value = this.value(key);
    const word = words.find((known) => known === value);
    if (value !== undefined && word === undefined) {
      this.refuse(key, `one of: ${words.join(', ')}`);
    }
    return word ?? null;
  }

  integer(key: string, min: number, max: number): number | null {
    const value = this.value(key);
    if (value === undefined) {
      return null;
    }
    if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
      this.refuse(key, `an integer between ${min} and ${max}`);
    }
    return value;
  }

  /** A text or a list of texts. */
  texts(key: string): readonly string[] | null {
    const value = this.value(key);
    if (value === undefined || value === null) {
      return null;
    }
    const list = isList(value) ? value : [value];
    if (!list.every(isText)) {
      this.refuse(key, 'an array of strings or a string');
    }
    return list;
  }

  /** Lines of a script: a text, or nested lists of texts. */
  lines(key: string): readonly string[] | null {
    const value = this.value(key);
    if (value === undefined || value === null) {
      return null;
    }
    const lines = flat(value);
    if (!lines.every(isScalar)) {
      this.refuse(key, 'a string or a nested array of strings up to 10 levels deep');
    }
    return lines.map(String);
  }

  /** A duration in seconds, written like `90`, `1h 30m` or `2 days`. */
  seconds(key: string, max: number): number | null {
    const value = this.value(key);
    if (value === undefined || value === null) {
      return null;
    }
    const millis = isScalar(value) ? parseHumanDuration(String(value)) : null;
    if (millis === null || millis > max * 1000) {
      this.refuse(key, 'a duration');
    }
    return Math.round(millis / 1000);
  }

  /** `NAME: value`, or `NAME: {value, description}`. */
  variables(): ReadonlyMap<string, string> {
    const value = this.value('variables') ?? null;
    if (value === null) {
      return new Map();
    }
    if (!isMap(value)) {
      this.refuseVariables();
    }
    return new Map([...value].map(([name, held]) => [this.variableName(name), this.variable(held)]));
  }

  private variableName(name: string): string {
    return VARIABLE_NAME.test(name) ? name : this.refuseVariables();
  }

  private variable(held: Value): string {
    if (isMap(held) && [...held.keys()].some((name) => name !== 'value' && name !== 'description')) {
      this.refuseVariables();
    }
    const value = isMap(held) ? (held.get('value') ?? null) : held;
    const text = value === null ? '' : isScalar(value) ? String(value) : null;
    return text === null || !isVariableValue(text) ? this.refuseVariables() : text;
  }

  private refuseVariables(): never {
    return this.refuse('variables', 'a hash of key value pairs');
  }
}
