/** Numbers of added and deleted lines. */
export interface DiffStats {
  readonly additions: number;
  readonly deletions: number;
  readonly total: number;
}

const RECORD = /^(\d+|-)\t(\d+|-)\t(.*)$/s;
const PATHS_OF_RENAME = 2;

/**
 * Sums the records of `--numstat -z`: added lines, deleted lines and the path, separated by tabs. The record of a
 * rename has no path; its two paths follow as separate words with arbitrary content. Binary files count no lines.
 */
export class StatsSum {
  private additions = 0;
  private deletions = 0;
  private pathsToCome = 0;

  get stats(): DiffStats {
    const { additions, deletions } = this;
    return { additions, deletions, total: additions + deletions };
  }

  /** Whether the next word is a path. */
  get awaitsPath(): boolean {
    return this.pathsToCome > 0;
  }

  take(word: string): void {
    if (this.pathsToCome > 0) {
      this.pathsToCome -= 1;
      return;
    }
    const [, added = '-', deleted = '-', path] = RECORD.exec(word) ?? [];
    this.additions += added === '-' ? 0 : Number(added);
    this.deletions += deleted === '-' ? 0 : Number(deleted);
    this.pathsToCome = path === '' ? PATHS_OF_RENAME : 0;
  }
}
