import { ArchiveError } from '../../archives/archive-error.js';
import { yamlTextOf } from './yaml-text.js';

const MAX_NODES = 5000;
/** Maximum length of all texts and names together: twice that of a Chart.yaml, to allow for values that it repeats. */
const MAX_CHARACTERS = 128 * 1024;
const MAX_DEPTH = 32;
/** YAML readers look for the end of a name only within this many characters; in JSON it is on a single line. */
const MAX_NAME = 1000;
/** Characters that PostgreSQL cannot store in a text: NUL and lone surrogates. */
const UNSTORABLE = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

export type PlainValue =
  string | number | boolean | null | readonly PlainValue[] | { readonly [name: string]: PlainValue };

/**
 * Returns a copy of a YAML value that JSON can represent, with null for what it cannot. Aliases are copied, and
 * counted, each time they occur, so that a short text does not become a large document. Throws `ArchiveError` if the
 * value is too large.
 */
export const plainValue = (value: unknown): PlainValue => new PlainCopy().of(value, 0);

class PlainCopy {
  private nodes = 0;
  private characters = 0;

  of(value: unknown, depth: number): PlainValue {
    this.nodes++;
    if (this.nodes > MAX_NODES || depth > MAX_DEPTH) {
      throw tooMuch();
    }
    switch (typeof value) {
      case 'string':
        return this.textOf(value);
      case 'boolean':
        return value;
      case 'number':
        return Number.isFinite(value) ? value : null;
      case 'object':
        return value === null ? null : this.ofObject(value, depth + 1);
      default:
        return null;
    }
  }

  private ofObject(value: object, depth: number): PlainValue {
    if (Array.isArray(value)) {
      return value.map((item: unknown) => this.of(item, depth));
    }
    return Object.fromEntries(
      Object.entries(value).map(([name, item]: [string, unknown]) => [this.nameOf(name), this.of(item, depth)]),
    );
  }

  private nameOf(text: string): string {
    const name = this.textOf(text);
    if (yamlTextOf(JSON.stringify(name)).length > MAX_NAME) {
      throw tooMuch();
    }
    return name;
  }

  private textOf(text: string): string {
    this.characters += text.length;
    if (this.characters > MAX_CHARACTERS) {
      throw tooMuch();
    }
    return text.replace(UNSTORABLE, '\ufffd');
  }
}

const tooMuch = () => new ArchiveError('The Chart.yaml holds too much');
