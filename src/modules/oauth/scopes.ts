import { ANY_SCOPE } from '../../core/access/scope.js';

interface ScopeText {
  readonly name: string;
  /** One sentence for the users who are asked. */
  readonly description: string;
  /** Whether the scope grants so much that it must be highlighted. */
  readonly isBroad: boolean;
}

const TEXTS: Readonly<Record<string, string>> = {
  api: 'Do everything that you may do here, registry and packages included.',
  read_api: 'Read everything that you may see, without changing anything.',
  read_user: 'Read your profile and the profiles of other users.',
  read_repository: 'Read the code of your projects over git.',
  write_repository: 'Read and change the code of your projects over git.',
  read_registry: 'Pull images from the container registry.',
  write_registry: 'Push images to the container registry.',
  openid: 'Know who you are, and the groups that you belong to.',
  profile: 'Know your name, user name and public profile.',
  email: 'Know your email address.',
  sudo: 'Act as any user of this instance.',
};

/** Every scope that an application may request (contract: conventions §6.5). */
export const KNOWN_SCOPES: readonly string[] = ANY_SCOPE;

export const describeScope = (name: string): ScopeText => ({
  name,
  description: TEXTS[name] ?? '',
  isBroad: name === 'api' || name === 'sudo' || name.startsWith('write_'),
});

/** Many times the length of a text that names every scope. */
const MAX_SCOPES_TEXT = 10_000;

/**
 * Splits lists of scopes as people write them, separated by spaces or commas (contract: oauth §3). A longer text is
 * kept as a whole, which is not a scope.
 */
export const splitScopes = (given: readonly string[]): string[] => [
  ...new Set(given.flatMap(scopesIn).filter((scope) => scope !== '')),
];

const scopesIn = (text: string): string[] => (text.length > MAX_SCOPES_TEXT ? [text] : text.split(/[\s,]+/));

/**
 * Reads the scopes of a request: separated by spaces or commas, without duplicates; empty if blank. Returns null if the
 * text contains characters that no scope has, or is longer than any list of scopes (contract: oauth §4).
 */
export function readScope(text: string | undefined): readonly string[] | null {
  if (text !== undefined && (text.length > MAX_SCOPES_TEXT || /[^\x20-\x7e]/.test(text))) {
    return null;
  }
  return [...new Set((text ?? '').split(/[ ,]+/).filter((scope) => scope !== ''))];
}

const DEFAULT_SCOPE = 'api';

/**
 * Returns the requested scopes, or `api` if there are none; null if one is unknown or not allowed (contract: oauth §4).
 */
export function requestedScopes(text: string | undefined, allowed: readonly string[]): readonly string[] | null {
  const asked = readScope(text);
  const scopes = asked?.length === 0 ? [DEFAULT_SCOPE] : asked;
  return scopes?.every((name) => allowed.includes(name)) ? scopes : null;
}
