import { isAlias, isMap as isYamlMap, isScalar } from 'yaml';
import type { Alias, LineCounter, ParsedNode, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { DefinitionError } from './definition-error.js';
import { isList, isMap, isScalar as isKey, Reference } from './value.js';
import type { Value, ValueMap } from './value.js';
import { bounded, MAX_NODES, tooManyNodes, weightOf } from './weight.js';

export const REFERENCE_TAG = '!reference';
const MAX_ALIASES = 10_000;
/** Characters that PostgreSQL cannot store. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

interface Anchored {
  readonly value: Value;
  /** Number of aliases in it, including those inside aliased values. */
  readonly aliases: number;
}

/** Converts the nodes of one document to values. The value of an alias is shared, but counts each time it is used. */
export class YamlValues {
  private readonly anchors = new Map<string, Anchored>();
  private aliases = 0;
  private mergedNodes = 0;

  constructor(private readonly lines: LineCounter) {}

  /** Throws for duplicate keys, for unresolved aliases, and for values that are too large (contract: triggers §5). */
  valueOf(node: ParsedNode | null): Value {
    if (!node) {
      return null;
    }
    if (isAlias(node)) {
      return this.aliased(node);
    }
    const before = this.aliases;
    const value = this.ownValueOf(node);
    if (node.anchor !== undefined) {
      this.anchors.set(node.anchor, { value, aliases: this.aliases - before });
    }
    return value;
  }

  private ownValueOf(node: Exclude<ParsedNode, Alias.Parsed>): Value {
    if (isScalar(node)) {
      return this.scalar(node);
    }
    return isYamlMap(node) ? this.map(node) : this.list(node);
  }

  private aliased(node: Alias.Parsed): Value {
    const anchored = this.anchors.get(node.source);
    if (!anchored) {
      throw this.problem(`Unresolved alias (the anchor must be set before the alias): ${node.source}`, node);
    }
    this.aliases += 1 + anchored.aliases;
    if (this.aliases > MAX_ALIASES) {
      throw this.problem('Excessive alias count indicates a resource exhaustion attack', node);
    }
    return anchored.value;
  }

  private scalar(node: Scalar.Parsed): Value {
    const { value } = node;
    if (typeof value === 'string' && UNSTORABLE.test(value)) {
      throw this.problem('Text must not contain U+0000 or lone surrogates', node);
    }
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
  }

  private list(node: YAMLSeq.Parsed): Value {
    const items = node.items.map((item) => this.valueOf(item));
    return bounded(node.tag === REFERENCE_TAG ? this.reference(items, node) : items);
  }

  private reference(path: readonly Value[], node: YAMLSeq.Parsed): Reference {
    if (!path.every(isKey)) {
      throw this.problem('!reference must name keys', node);
    }
    return new Reference(path.map(String));
  }

  /** The map's own keys override merged keys, wherever they are written. */
  private map(node: YAMLMap.Parsed): ValueMap {
    const own = new Set<string>();
    const map = new Map<string, Value>();
    for (const { key, value } of node.items) {
      if (isMergeKey(key)) {
        this.merge(this.valueOf(value), map, value ?? node);
        continue;
      }
      const name = this.keyOf(key);
      if (own.has(name)) {
        throw this.problem('Map keys must be unique', key);
      }
      own.add(name);
      map.set(name, this.valueOf(value));
    }
    return bounded(map);
  }

  private merge(sources: Value, into: Map<string, Value>, node: ParsedNode): void {
    for (const source of isList(sources) ? sources : [sources]) {
      if (!isMap(source)) {
        throw this.problem('Merge sources must be maps or map aliases', node);
      }
      this.mergedNodes += weightOf(source).nodes;
      if (this.mergedNodes > MAX_NODES) {
        throw tooManyNodes();
      }
      [...source].filter(([name]) => !into.has(name)).forEach(([name, value]) => into.set(name, value));
    }
  }

  private keyOf(node: ParsedNode): string {
    const key = this.valueOf(node);
    if (key !== null && !isKey(key)) {
      throw this.problem('Map keys must be scalars', node);
    }
    return String(key);
  }

  private problem(message: string, node: ParsedNode): DefinitionError {
    const { line, col } = this.lines.linePos(node.range[0]);
    return new DefinitionError(`${message} at line ${line}, column ${col}`);
  }
}

/** An unquoted `<<`, which the parser resolves to a symbol. */
const isMergeKey = (key: ParsedNode): boolean => isScalar(key) && typeof key.value === 'symbol';
