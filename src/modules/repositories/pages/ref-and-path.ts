export interface RefAndPath {
  readonly ref: string;
  /** Empty when nothing follows the ref. */
  readonly path: string;
}

/** Names of refs are shorter (contract: git §2), even with `refs/heads/` before them. */
const MAX_REF = 300;

/** Every way to read `<ref>/<path>`, the longest ref first. */
export function splitsOf(text: string): RefAndPath[] {
  const words = text.split('/');
  return words
    .map((_, at) => ({ ref: words.slice(0, at + 1).join('/'), path: words.slice(at + 1).join('/') }))
    .filter(({ ref }) => ref.length <= MAX_REF)
    .reverse();
}
