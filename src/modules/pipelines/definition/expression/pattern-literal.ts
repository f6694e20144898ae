import { compilePattern, MAX_PATTERN_LENGTH } from '../../../../common/text/pattern.js';
import type { Pattern } from '../../../../common/text/pattern.js';

const LITERAL = /^\/(?<source>(?:\\.|[^\\/])*)\/(?<flags>[ismU]*)$/;

/** The pattern of `/source/flags`; null when it is not one, or RE2 rejects it. */
export function patternOf(source: string, flags: string): Pattern | null {
  if (source.length > MAX_PATTERN_LENGTH) {
    return null;
  }
  const plain = source.replace(/\\\//g, '/');
  const compiled = compilePattern(flags === '' ? plain : `(?${flags})${plain}`);
  return compiled.ok ? compiled.pattern : null;
}

export const isPatternLiteral = (text: string): boolean => text.length > 1 && text.startsWith('/');

/** Like {@link patternOf}, for a text between slashes. */
export function patternLiteral(text: string): Pattern | null {
  const groups = LITERAL.exec(text)?.groups;
  return groups ? patternOf(groups.source ?? '', groups.flags ?? '') : null;
}
