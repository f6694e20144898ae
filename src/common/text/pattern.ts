import { RE2JS } from 're2js';
import { errorText } from '../errors/error-text.js';
import { LruMap } from '../cache/lru-map.js';
import { expandedSize } from './expanded-size.js';
import { foldedCharacters } from './folded-characters.js';

/** Maximum length of a pattern that callers should accept, in characters (contract: registry §4). */
export const MAX_PATTERN_LENGTH = 1000;

/**
 * Maximum size of a compiled pattern, in instructions: matching costs at most this much per character of a name, which
 * is a tenth of a second for 255 characters.
 */
const MAX_PROGRAM_SIZE = 2500;
/**
 * Maximum size of a pattern that is compiled at all, in atoms after expanding repetitions: larger ones take seconds.
 */
const MAX_EXPANDED_SIZE = 4 * MAX_PROGRAM_SIZE;
/** Maximum number of characters in ranges whose other cases are looked up: ten million take a second. */
const MAX_FOLDED_CHARACTERS = 400_000;
const TOO_LARGE = 'pattern too large';
const MAX_REASON_LENGTH = 200;
const CACHED_PATTERNS = 100;

/** A pattern that is matched in linear time, case-sensitively. */
export interface Pattern {
  /** Whether it matches the whole name. */
  matches(name: string): boolean;
  /** Whether it occurs anywhere in the text. */
  isIn(text: string): boolean;
  /** Returns the first group of the last match, or the match itself when there are no groups; null without a match. */
  lastIn(text: string): string | null;
}

export type CompiledPattern =
  { readonly ok: true; readonly pattern: Pattern } | { readonly ok: false; readonly reason: string };

const compiled = new LruMap<string, Pattern>(CACHED_PATTERNS);

/**
 * Compiles an RE2 pattern, which `matches` applies like `\A(?:pattern)\z`; returns a one-line error for what RE2
 * refuses (look-around, back-references, repetition above 1000) and for patterns that grow too large. Callers limit the
 * length of the text (contract: registry §4).
 */
export function compilePattern(text: string): CompiledPattern {
  const known = compiled.get(text);
  if (known) {
    return { ok: true, pattern: known };
  }
  try {
    const pattern = compile(text);
    compiled.set(text, pattern);
    return { ok: true, pattern };
  } catch (error) {
    return { ok: false, reason: readableReason(error) };
  }
}

/**
 * Returns a matcher for a stored pattern, which was validated when it was stored. If it is refused now, it matches all
 * names or none: patterns that keep or protect match all, so that nothing is deleted because of it.
 */
export function storedPattern(text: string, unlessRead: 'all' | 'none'): (name: string) => boolean {
  const read = compilePattern(text);
  return read.ok ? (name) => read.pattern.matches(name) : () => unlessRead === 'all';
}

/**
 * Anchored by the matcher, not by surrounding text: a pattern can neither close a group nor escape the anchor with
 * `\Q`.
 */
function compile(text: string): Pattern {
  if (expandedSize(text) > MAX_EXPANDED_SIZE || foldedCharacters(text) > MAX_FOLDED_CHARACTERS) {
    throw new Error(TOO_LARGE);
  }
  const expression = RE2JS.compile(text);
  if (expression.programSize() > MAX_PROGRAM_SIZE) {
    throw new Error(TOO_LARGE);
  }
  return {
    matches: (name) => expression.testExact(name),
    isIn: (text) => expression.test(text),
    lastIn: (text) => lastMatch(expression, text),
  };
}

function lastMatch(expression: RE2JS, text: string): string | null {
  const matcher = expression.matcher(text);
  let found: string | null = null;
  while (matcher.find()) {
    found = (matcher.groupCount() > 0 ? matcher.group(1) : null) ?? matcher.group();
  }
  return found;
}

function readableReason(error: unknown): string {
  const message = errorText(error);
  const line = message.replace(/^error parsing regexp: /, '').replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  return line.slice(0, MAX_REASON_LENGTH);
}
