import { badForm, notSupported } from './definition-error.js';
import { isPatternLiteral, patternLiteral } from './expression/pattern-literal.js';
import type { Fields } from './fields.js';
import { REF_WORDS } from './ref-policies.js';
import type { RefPolicies, RefPolicy } from './ref-policies.js';
import { readExpressions } from './rules.js';
import { isList, isMap, isText } from './value.js';
import type { Value } from './value.js';

const FORM = 'an array of strings or regular expressions';

/** `only` or `except`: names, or `{refs, variables}`; null when absent (contract: triggers §5). */
export function readRefPolicies(fields: Fields, key: 'only' | 'except'): RefPolicies | null {
  const value = fields.value(key);
  if (value === undefined || value === null) {
    return null;
  }
  const location = `${fields.location}:${key}`;
  if (!isMap(value)) {
    return { refs: readRefs(value, location), variables: [] };
  }
  const other = [...value.keys()].find((word) => word !== 'refs' && word !== 'variables');
  if (other !== undefined) {
    throw notSupported(`${location}:${other}`);
  }
  return {
    refs: readRefs(value.get('refs') ?? [], `${location}:refs`),
    variables: readExpressions(value.get('variables'), `${location}:variables`),
  };
}

const readRefs = (value: Value, location: string): readonly RefPolicy[] =>
  (isList(value) ? value : [value]).map((ref) => readRef(ref, location));

function readRef(value: Value, location: string): RefPolicy {
  if (!isText(value)) {
    throw badForm(location, FORM);
  }
  if (isPatternLiteral(value)) {
    const pattern = patternLiteral(value);
    if (!pattern) {
      throw badForm(location, FORM);
    }
    return { kind: 'pattern', pattern };
  }
  const word = REF_WORDS.find((known) => known === value);
  return word ? { kind: 'word', word } : { kind: 'name', name: value };
}
