import { stringify } from 'yaml';
import { isList, isMap, toJson } from './value.js';
import type { Value, ValueMap } from './value.js';
import { MAX_EXPANDED_BYTES } from './weight.js';

const INDENT = 2;

/**
 * Returns the file as YAML with its includes and references resolved; null when that is larger than 8 MiB (contract:
 * triggers §5, §16.8).
 */
export function mergedDefinition(root: ValueMap): string | null {
  if (writtenBytes(root, 0) > MAX_EXPANDED_BYTES) {
    return null;
  }
  const text = stringify(toJson(root), { aliasDuplicateObjects: false, lineWidth: 0 });
  return Buffer.byteLength(text) > MAX_EXPANDED_BYTES ? null : text;
}

/** Lower bound of the size in bytes; each line is indented by its level. */
function writtenBytes(value: Value, level: number): number {
  if (isList(value)) {
    return value.reduce<number>((sum, held) => sum + writtenBytes(held, level + 1), 0);
  }
  if (isMap(value)) {
    return [...value].reduce((sum, [key, held]) => sum + key.length + writtenBytes(held, level + 1), 0);
  }
  return typeof value === 'string' ? value.length + linesOf(value) * level * INDENT : 1;
}

function linesOf(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    lines += 1;
  }
  return lines;
}
