import { Injectable } from '@nestjs/common';
import { Git } from '../../../platform/git/git.service.js';
import { GitTookTooLong } from '../../../platform/git/git-directory.js';
import type { GitDirectory } from '../../../platform/git/git-directory.js';
import { isStoredId } from '../../../platform/git/object-ids.js';
import { StatsSum } from './diff-stats.js';
import type { DiffStats } from './diff-stats.js';
import { DIFF_LIMITS, LARGE_FILES } from './diff-text.js';

/** Selects the commits of a list; ids are complete and already resolved (contract: git §3.3). */
export interface CommitQuery {
  readonly to: readonly string[];
  readonly notFrom?: string | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  readonly path?: string | undefined;
  readonly author?: string | undefined;
  readonly firstParent?: boolean | undefined;
  readonly topological?: boolean | undefined;
}

/**
 * Time limits in ms of git, because even a small push can create trees of a million entries that differ in every
 * commit, which git would compare for hours.
 */
const SEARCH_MS = 20_000;
const COUNT_MS = 5000;
/** Git reads this option as a 32-bit number and misreads larger ones. No history is as long. */
const MAX_SKIP = 2 ** 31 - 1;

/** Lists commits, newest first. */
@Injectable()
export class CommitListsService {
  constructor(private readonly git: Git) {}

  /** Throws 503 if git searches for more than 20 s. */
  async ids(gitDir: GitDirectory, query: CommitQuery, skip: number, limit: number): Promise<string[]> {
    const args = ['rev-list', `--skip=${Math.min(skip, MAX_SKIP)}`, `--max-count=${limit}`, ...options(query)];
    const text = await this.search(gitDir, query, args, SEARCH_MS);
    return text.split('\n').filter((line) => line !== '');
  }

  /** Counts up to `limit`; returns null if that takes more than 5 s. */
  async count(gitDir: GitDirectory, query: CommitQuery, limit: number): Promise<number | null> {
    const args = ['rev-list', '--count', `--max-count=${limit}`, ...options(query)];
    try {
      return Number((await this.search(gitDir, query, args, COUNT_MS)).trim());
    } catch (error) {
      if (error instanceof GitTookTooLong) {
        return null;
      }
      throw error;
    }
  }

  private search(gitDir: GitDirectory, query: CommitQuery, args: readonly string[], ms: number): Promise<string> {
    const options = { ...input(query), signal: AbortSignal.timeout(ms) };
    return this.git.text(gitDir, [...this.literally(query), ...args, ...ends(query)], options);
  }

  /**
   * Returns the lines that each commit added and deleted against its first parent, by commit; only those that git
   * counted within 10 s.
   */
  async stats(gitDir: GitDirectory, ids: readonly string[]): Promise<ReadonlyMap<string, DiffStats>> {
    if (ids.length === 0) {
      return new Map();
    }
    const args = [
      ...LARGE_FILES,
      'log',
      '--no-walk=unsorted',
      '--stdin',
      '-m',
      '--first-parent',
      '-M',
      '--numstat',
      '-z',
      '--format=%H',
    ];
    const options = { input: `${ids.join('\n')}\n`, signal: AbortSignal.timeout(DIFF_LIMITS.milliseconds) };
    return (await this.git.words(gitDir, args, readStats, options)).value;
  }

  private literally({ path }: CommitQuery): string[] {
    return path === undefined ? [] : ['--literal-pathspecs'];
  }
}

function options({ since, until, author, firstParent = false, topological = false }: CommitQuery): string[] {
  return [
    ...(since ? sinceOptions(Math.floor(since.getTime() / 1000)) : []),
    ...(until ? untilOptions(Math.floor(until.getTime() / 1000)) : []),
    ...(author === undefined ? [] : ['--fixed-strings', '--regexp-ignore-case', `--author=${author}`]),
    ...(firstParent ? ['--first-parent'] : []),
    ...(topological ? ['--topo-order'] : []),
  ];
}

/**
 * Range of Unix times that git reads as such: it guesses a date from smaller numbers, and takes larger ones (from 2100
 * on) for the current time.
 */
const [LEAST_READ, MOST_READ] = [100_000_000, 4_102_444_799];

/** No commit is older than the epoch, so an earlier time needs no option. */
function sinceOptions(seconds: number): string[] {
  if (seconds <= 0) {
    return [];
  }
  return [seconds < LEAST_READ ? `--max-age=${seconds}` : `--since=${Math.min(seconds, MOST_READ)}`];
}

function untilOptions(seconds: number): string[] {
  if (seconds < 0) {
    return ['--max-count=0'];
  }
  if (seconds < LEAST_READ) {
    return [`--min-age=${seconds}`];
  }
  return seconds > MOST_READ ? [] : [`--until=${seconds}`];
}

/** The ends of the walk are passed by standard input, because there may be many. */
const ends = ({ path }: CommitQuery): string[] => ['--stdin', ...(path === undefined ? [] : ['--', path])];
const input = ({ to, notFrom }: CommitQuery) => ({
  input: [...to, ...(notFrom === undefined ? [] : [`^${notFrom}`]), ''].join('\n'),
});

/** Each id is followed by the records of its commit; the first record begins with a line break. */
async function readStats(words: AsyncIterable<string>): Promise<ReadonlyMap<string, DiffStats>> {
  const sums = new Map<string, StatsSum>();
  let current = new StatsSum();
  for await (const word of words) {
    if (!current.awaitsPath && isStoredId(word)) {
      current = new StatsSum();
      sums.set(word, current);
    } else {
      current.take(current.awaitsPath ? word : word.replace(/^\n/, ''));
    }
  }
  return new Map([...sums].map(([id, { stats }]) => [id, stats]));
}
