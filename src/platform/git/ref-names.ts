import { FULL_ID } from './object-ids.js';

export const BRANCHES = 'refs/heads/';
export const TAGS = 'refs/tags/';

const MAX_BYTES = 250;
// eslint-disable-next-line no-control-regex -- control characters are what it is about
const FORBIDDEN = /[\x00-\x20\x7f~^:?*[\\\ufffd]|\.\.|@\{|\/\/|\/\.|\.lock(\/|$)|^[-./]|[./]$/;
const ABBREVIATED_ID = /^[0-9a-f]{7,40}$/i;

/**
 * Whether a branch or tag may have this name, without `refs/heads/` (contract: git §2). U+FFFD is refused because it
 * stands for bytes that are not UTF-8: different names in git would look the same here.
 */
export const isRefName = (name: string): boolean =>
  name !== '' &&
  Buffer.byteLength(name) <= MAX_BYTES &&
  !FORBIDDEN.test(name) &&
  !FULL_ID.test(name) &&
  name !== 'HEAD' &&
  !name.startsWith(BRANCHES) &&
  !name.startsWith(TAGS);

export const isCommitId = (text: string): boolean => ABBREVIATED_ID.test(text);

export interface RefName {
  readonly kind: 'branch' | 'tag';
  readonly name: string;
}

/** Splits a full ref name into kind and name; null when it is neither a branch nor a tag. */
export function readRef(ref: string): RefName | null {
  if (ref.startsWith(BRANCHES)) {
    return { kind: 'branch', name: ref.slice(BRANCHES.length) };
  }
  return ref.startsWith(TAGS) ? { kind: 'tag', name: ref.slice(TAGS.length) } : null;
}

export const fullName = ({ kind, name }: RefName): string => (kind === 'branch' ? BRANCHES : TAGS) + name;

/**
 * Returns what the `ref` of a request may refer to, the most likely first; `HEAD` is the default branch. Revision
 * syntax is never passed to git (contract: git §2).
 */
export function candidatesOf(text: string): readonly (RefName | { readonly kind: 'head' | 'commit' })[] {
  const exact = readRef(text);
  if (exact) {
    return isRefName(exact.name) ? [exact] : [];
  }
  if (text === 'HEAD') {
    return [{ kind: 'head' }];
  }
  const named: readonly RefName[] = isRefName(text)
    ? [
        { kind: 'branch', name: text },
        { kind: 'tag', name: text },
      ]
    : [];
  return isCommitId(text) ? [...named, { kind: 'commit' }] : named;
}
