import { ANY_SCOPE } from '../../core/access/scope.js';

interface ScopeText {
  readonly name: string;
  /** One sentence for the people who are asked. */
  readonly description: string;
  /** Gives away so much that it must stand out. */
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

/** Every scope that an application may ask for (contract: conventions §6.5). */
export const KNOWN_SCOPES: readonly string[] = ANY_SCOPE;

export const describeScope = (name: string): ScopeText => ({
  name,
  description: TEXTS[name] ?? '',
  isBroad: name === 'api' || name === 'sudo' || name.startsWith('write_'),
});

/** Many times as long as a text that names every scope. */
const MAX_SCOPES_TEXT = 10_000;

/** Text as people write lists of scopes: spaces or commas between (contract: oauth §3). A longer text names no scope. */
export const splitScopes = (given: readonly string[]): string[] => [
  ...new Set(given.flatMap(scopesIn).filter((scope) => scope !== '')),
];

const scopesIn = (text: string): string[] => (text.length > MAX_SCOPES_TEXT ? [text] : text.split(/[\s,]+/));

/**
 * The scopes of a request: spaces between, a comma is taken as one, duplicates do not count; nothing when blank.
 * Null when it holds what no scope has, or is longer than any list of scopes (contract: oauth §4).
 */
export function readScope(text: string | undefined): readonly string[] | null {
  if (text !== undefined && (text.length > MAX_SCOPES_TEXT || /[^\x20-\x7e]/.test(text))) {
    return null;
  }
  return [...new Set((text ?? '').split(/[ ,]+/).filter((scope) => scope !== ''))];
}

const DEFAULT_SCOPE = 'api';

/** The scopes asked for, `api` when none are; null for unknown ones and those that are not allowed (contract: oauth §4). */
export function requestedScopes(text: string | undefined, allowed: readonly string[]): readonly string[] | null {
  const asked = readScope(text);
  const scopes = asked?.length === 0 ? [DEFAULT_SCOPE] : asked;
  return scopes?.every((name) => allowed.includes(name)) ? scopes : null;
}
