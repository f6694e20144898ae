export interface RefAndPath {
  readonly ref: string;
  /** Empty when nothing follows the ref. */
  readonly path: string;
}

/** Longer than any ref name (contract: git §2), including `refs/heads/`. */
const MAX_REF = 300;

/** Returns every way to split `<ref>/<path>`, longest ref first. */
export function splitsOf(text: string): RefAndPath[] {
  const words = text.split('/');
  return words
    .map((_, at) => ({ ref: words.slice(0, at + 1).join('/'), path: words.slice(at + 1).join('/') }))
    .filter(({ ref }) => ref.length <= MAX_REF)
    .reverse();
}
