import { RE2JS } from 're2js';
import { errorText } from '../errors/error-text.js';
import { LruMap } from '../cache/lru-map.js';
import { expandedSize } from './expanded-size.js';
import { foldedCharacters } from './folded-characters.js';

/** Longest pattern a caller should let in, in characters (contract: registry §4). */
export const MAX_PATTERN_LENGTH = 1000;

/**
 * Largest compiled pattern, in instructions: matching costs at most this much per character of a name, which is a tenth of
 * a second for 255 of them.
 */
const MAX_PROGRAM_SIZE = 2500;
/** Largest pattern that is compiled at all, in atoms with its repetitions written out: larger ones take seconds. */
const MAX_EXPANDED_SIZE = 4 * MAX_PROGRAM_SIZE;
/** Most characters of ranges whose other cases are looked up, which takes a second for ten million. */
const MAX_FOLDED_CHARACTERS = 400_000;
const TOO_LARGE = 'pattern too large';
const MAX_REASON_LENGTH = 200;
const CACHED_PATTERNS = 100;

/** A pattern that is matched in linear time, case-sensitive. */
export interface Pattern {
  /** Against the whole name. */
  matches(name: string): boolean;
  /** Anywhere in the text. */
  isIn(text: string): boolean;
  /** The first group of the last match, or all of it where there are no groups; null without a match. */
  lastIn(text: string): string | null;
}

export type CompiledPattern =
  { readonly ok: true; readonly pattern: Pattern } | { readonly ok: false; readonly reason: string };

const compiled = new LruMap<string, Pattern>(CACHED_PATTERNS);

/**
 * Compiles an RE2 pattern that `matches` as `\A(?:pattern)\z` would; refuses with one readable line what RE2 refuses
 * (look-around, back-references, repetition above 1000) and patterns that grow too large. The limit on the length of
 * the text is the caller's rule (contract: registry §4).
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
 * Which names a stored pattern means. It was checked when it was stored; of one that is refused since, all or none: what
 * keeps or protects holds all, so that nothing is deleted for its sake.
 */
export function storedPattern(text: string, unlessRead: 'all' | 'none'): (name: string) => boolean {
  const read = compilePattern(text);
  return read.ok ? (name) => read.pattern.matches(name) : () => unlessRead === 'all';
}

/** Anchored by the matcher, not by text around it: a pattern can neither close a group nor swallow the anchor with `\Q`. */
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
