import { Injectable } from '@nestjs/common';
import { Git } from '../../../platform/git/git.service.js';
import type { GitPlace } from '../../../platform/git/git-place.js';
import { addUp } from './diff-stats.js';
import type { DiffStats } from './diff-stats.js';

/** Which commits a list shows; ids are whole and were resolved before (contract: git §3.3). */
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

const ID = /^[0-9a-f]{40}$/;
const NOTHING: DiffStats = { additions: 0, deletions: 0, total: 0 };

/** Lists commits, newest first. */
@Injectable()
export class CommitLists {
  constructor(private readonly git: Git) {}

  async ids(place: GitPlace, query: CommitQuery, skip: number, limit: number): Promise<string[]> {
    const args = ['rev-list', `--skip=${skip}`, `--max-count=${limit}`, ...options(query)];
    const text = await this.git.text(place, [...this.literally(query), ...args, ...ends(query)], input(query));
    return text.split('\n').filter((line) => line !== '');
  }

  /** Counts no further than `limit`. */
  async count(place: GitPlace, query: CommitQuery, limit: number): Promise<number> {
    const args = ['rev-list', '--count', `--max-count=${limit}`, ...options(query)];
    const text = await this.git.text(place, [...this.literally(query), ...args, ...ends(query)], input(query));
    return Number(text.trim());
  }

  /** Lines that each commit added and took away against its first parent, by commit. */
  async stats(place: GitPlace, ids: readonly string[]): Promise<ReadonlyMap<string, DiffStats>> {
    if (ids.length === 0) {
      return new Map();
    }
    const args = [
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
    return readStats(await this.git.text(place, args, { input: `${ids.join('\n')}\n` }));
  }

  private literally({ path }: CommitQuery): string[] {
    return path === undefined ? [] : ['--literal-pathspecs'];
  }
}

function options({ since, until, author, firstParent = false, topological = false }: CommitQuery): string[] {
  return [
    ...(since ? [`--since=${Math.floor(since.getTime() / 1000)}`] : []),
    ...(until ? [`--until=${Math.floor(until.getTime() / 1000)}`] : []),
    ...(author === undefined ? [] : ['--fixed-strings', '--regexp-ignore-case', `--author=${author}`]),
    ...(firstParent ? ['--first-parent'] : []),
    ...(topological ? ['--topo-order'] : []),
  ];
}

/** Ends of the walk go in by the standard input: there may be many. */
const ends = ({ path }: CommitQuery): string[] => ['--stdin', ...(path === undefined ? [] : ['--', path])];
const input = ({ to, notFrom }: CommitQuery) => ({
  input: [...to, ...(notFrom === undefined ? [] : [`^${notFrom}`]), ''].join('\n'),
});

/** Ids and lines of numbers, closed by NUL; the first line behind an id begins with a line break. */
export function readStats(text: string): ReadonlyMap<string, DiffStats> {
  const found = new Map<string, DiffStats>();
  let current = '';
  for (const word of text.split('\0').map((raw) => raw.replace(/^\n/, ''))) {
    if (ID.test(word)) {
      current = word;
      found.set(current, NOTHING);
    } else {
      const [held, more] = [found.get(current) ?? NOTHING, addUp(word)];
      const [additions, deletions] = [held.additions + more.additions, held.deletions + more.deletions];
      found.set(current, { additions, deletions, total: additions + deletions });
    }
  }
  return found;
}
