import { Composer, CST, Lexer, LineCounter, Parser, YAMLSeq } from 'yaml';
import type { CollectionTag, Document } from 'yaml';
import { DefinitionError } from './definition-error.js';
import { isMap } from './value.js';
import type { ValueMap } from './value.js';
import { MAX_NESTING, MAX_NODES, tooDeep, tooManyNodes } from './weight.js';
import { REFERENCE_TAG, YamlValues } from './yaml-values.js';

const REFERENCE: CollectionTag = { tag: REFERENCE_TAG, collection: 'seq', nodeClass: YAMLSeq };
const NODE_STARTS: ReadonlySet<string | null> = new Set([
  ...['scalar', 'single-quoted-scalar', 'double-quoted-scalar', 'alias', 'flow-seq-start', 'flow-map-start'],
]);

/** Parses YAML 1.2 core with `<<` and `!reference`. Throws `(<file>): <message with line>` (contract: triggers §5). */
export function readYaml(file: string, text: string): ValueMap {
  try {
    return mapOf(text);
  } catch (error) {
    throw error instanceof DefinitionError ? new DefinitionError(`(${file}): ${error.message}`) : error;
  }
}

function mapOf(text: string): ValueMap {
  const lines = new LineCounter();
  const document = parsed(text, lines);
  const value = new YamlValues(lines).valueOf(document.contents);
  if (value === null) {
    return new Map();
  }
  if (!isMap(value)) {
    throw new DefinitionError('the file should be a hash');
  }
  return value;
}

function parsed(text: string, lines: LineCounter): Document.Parsed {
  const composer = new Composer({
    // Also for a file that declares another version of YAML, and without the tags of other schemas.
    schema: 'core',
    resolveKnownTags: false,
    merge: true,
    customTags: [REFERENCE],
    // Comparing each key with all others is quadratic: `YamlValues` finds duplicate keys.
    uniqueKeys: false,
  });
  const [document, second] = composer.compose(tokensOf(text, lines), true, text.length);
  const [problem] = document ? [...document.errors, ...document.warnings] : [];
  if (!document || second) {
    throw new DefinitionError('the file contains multiple documents');
  }
  if (problem) {
    throw new DefinitionError(`${problem.message}${positionOf(problem.pos[0], lines)}`);
  }
  return document;
}

function positionOf(offset: number, lines: LineCounter): string {
  const { line, col } = lines.linePos(offset);
  return ` at line ${line}, column ${col}`;
}

/**
 * The tokens from which a document is composed. Composing is recursive, so deep nesting is rejected here, while the
 * text is still being tokenised (contract: triggers §5).
 */
function* tokensOf(text: string, lines: LineCounter): Generator<CST.Token, void> {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  let nodes = 0;
  let isInScalar = false;
  for (const word of new Lexer().lex(text)) {
    yield* parser.next(word);
    refuseDeep(parser.stack);
    nodes += !isInScalar && NODE_STARTS.has(CST.tokenType(word)) ? 1 : 0;
    if (nodes > MAX_NODES) {
      throw tooManyNodes();
    }
    isInScalar = word === CST.SCALAR;
  }
  yield* parser.end();
}

const COLLECTIONS: ReadonlySet<string> = new Set(['block-map', 'block-seq', 'flow-collection']);

function refuseDeep(stack: readonly CST.Token[]): void {
  if (stack.length > MAX_NESTING && stack.filter(({ type }) => COLLECTIONS.has(type)).length > MAX_NESTING) {
    throw tooDeep();
  }
}
