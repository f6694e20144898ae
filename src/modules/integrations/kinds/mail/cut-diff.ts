const MOST_FILES = 30;
const MOST_LINES = 5000;
/** Limit for diffs with few but very long lines. */
const MOST_CHARACTERS = 500_000;

export interface CutDiff {
  readonly text: string;
  /** Note about what was left out; empty if nothing was. */
  readonly note: string;
}

/** The beginning of a unified diff, with a note about the rest (contract: integrations §10.1). */
export function cutDiff(diff: string): CutDiff {
  const lines = diff.slice(0, MOST_CHARACTERS).trimEnd().split('\n');
  const starts = lines.flatMap((line, at) => (line.startsWith('diff --git ') ? [at] : []));
  const end = Math.min(starts[MOST_FILES] ?? lines.length, MOST_LINES);
  const isWhole = end === lines.length && diff.length <= MOST_CHARACTERS;
  return { text: lines.slice(0, end).join('\n'), note: isWhole ? '' : 'The diff is too long; the rest is not shown.' };
}
