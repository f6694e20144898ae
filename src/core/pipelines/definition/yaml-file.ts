import { parseDocument, YAMLSeq } from 'yaml';
import type { CollectionTag } from 'yaml';
import { DefinitionError } from './definition-error.js';
import { Reference } from './reference.js';
import { isMap } from './value.js';
import type { Value, ValueMap } from './value.js';

const MAX_ALIASES = 10_000;
const MAX_NESTING = 100;

/** What `!reference` reads as: a list that says what it is. */
class ReferencePath extends Array<string> {}

class ReferenceNode extends YAMLSeq {
  override toJSON(...context: Parameters<YAMLSeq['toJSON']>): unknown[] {
    return ReferencePath.from(super.toJSON(...context), String);
  }
}

const REFERENCE: CollectionTag = { tag: '!reference', collection: 'seq', nodeClass: ReferenceNode };

/** YAML 1.2 core with `<<` and `!reference`. Throws `(<file>): <message with line>` (contract: triggers §5). */
export function readYaml(file: string, text: string): ValueMap {
  const value = valueOf(file, text);
  if (value === null) {
    return new Map();
  }
  if (!isMap(value)) {
    throw new DefinitionError(`(${file}): the file should be a hash`);
  }
  return value;
}

function valueOf(file: string, text: string): Value {
  const document = parseDocument(text, { merge: true, customTags: [REFERENCE], logLevel: 'error' });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem) {
    throw new DefinitionError(`(${file}): ${firstLine(problem.message)}`);
  }
  try {
    const plain: unknown = document.toJS({ mapAsMap: true, maxAliasCount: MAX_ALIASES });
    return toValue(plain, 0);
  } catch (error) {
    throw new DefinitionError(`(${file}): ${error instanceof Error ? firstLine(error.message) : 'invalid'}`);
  }
}

const firstLine = (message: string): string => (message.split('\n')[0] ?? '').replace(/:$/, '');

function toValue(plain: unknown, depth: number): Value {
  if (depth > MAX_NESTING) {
    throw new DefinitionError('nesting is too deep');
  }
  if (plain instanceof Map) {
    return new Map([...plain].map(([key, value]) => [String(key), toValue(value, depth + 1)]));
  }
  if (plain instanceof ReferencePath) {
    return new Reference([...plain]);
  }
  if (Array.isArray(plain)) {
    return plain.map((value) => toValue(value, depth + 1));
  }
  return typeof plain === 'string' || typeof plain === 'number' || typeof plain === 'boolean' ? plain : null;
}
