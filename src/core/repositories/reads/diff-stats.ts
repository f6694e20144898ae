/** Lines that were added and taken away. */
export interface DiffStats {
  readonly additions: number;
  readonly deletions: number;
  readonly total: number;
}

const NUMBERS = /^(\d+|-)\t(\d+|-)\t/;

/** Of `--numstat -z`: words that are no numbers are paths of renames. */
export function addUp(numstat: string): DiffStats {
  let [additions, deletions] = [0, 0];
  for (const word of numstat.split('\0')) {
    const [, added = '0', removed = '0'] = NUMBERS.exec(word) ?? [];
    additions += added === '-' ? 0 : Number(added);
    deletions += removed === '-' ? 0 : Number(removed);
  }
  return { additions, deletions, total: additions + deletions };
}
