import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { LruMap } from '../../../common/cache/lru-map.js';
import { Git } from '../../../platform/git/git.service.js';
import { NULL_ID } from '../../../platform/git/git-directory.js';
import type { GitDirectory, ObjectArea } from '../../../platform/git/git-directory.js';
import { isNearAncestor } from '../../../platform/git/near-ancestor.js';
import { isStoredId } from '../../../platform/git/object-ids.js';

/** A range of commits: those reachable from `to` but not from `from`. */
export interface CommitRange {
  readonly from: string | null;
  readonly to: string;
}

export interface ChangedPaths {
  readonly added: readonly string[];
  readonly modified: readonly string[];
  readonly removed: readonly string[];
}

const rangeArgs = ({ from, to }: CommitRange): string[] => [
  '--end-of-options',
  to,
  ...(from === null || from === NULL_ID ? [] : [`^${from}`]),
];
/** Maximum number of changed paths of a push, which must fit into one event. */
const MAX_PATHS = 10_000;
const CHANGES_MS = 10_000;
const SEARCH_MS = 20_000;
const KEPT_ANSWERS = 1000;

/** Queries about the ancestry of commits. Ids are complete and already resolved. */
@Injectable()
export class HistoryService {
  /** Cached without expiry, because an id always denotes the same history. */
  private readonly ancestry = new LruMap<string, boolean>(KEPT_ANSWERS);

  constructor(private readonly git: Git) {}

  /** Ids of the newest commits of a range, newest first. */
  async newest(gitDir: GitDirectory, range: CommitRange, limit: number): Promise<string[]> {
    const text = await this.git.text(gitDir, ['rev-list', `--max-count=${limit}`, ...rangeArgs(range)]);
    return text.split('\n').filter((line) => line !== '');
  }

  async count(gitDir: GitDirectory, range: CommitRange): Promise<number> {
    return Number((await this.git.text(gitDir, ['rev-list', '--count', ...rangeArgs(range)])).trim());
  }

  /**
   * Returns the last commit up to `commitId` that changed the path, or `commitId` itself if git finds none. Throws 503
   * if git searches for more than 20 s, because even a small push can create large trees that differ in every commit.
   */
  async lastChange(gitDir: GitDirectory, commitId: string, path: string): Promise<string> {
    const args = ['--literal-pathspecs', 'rev-list', '--max-count=1', '--end-of-options', commitId, '--', path];
    const signal = AbortSignal.timeout(SEARCH_MS);
    return (await this.git.text(gitDir, args, { signal })).trim() || commitId;
  }

  async isAncestor(gitDir: GitDirectory, ancestor: string, descendant: string, area?: ObjectArea): Promise<boolean> {
    const key = `${gitDir.path} ${ancestor} ${descendant}`;
    const objects = area ? [area.objects, area.alternates] : [path.join(gitDir.path, 'objects')];
    const found =
      this.ancestry.get(key) ??
      (await isNearAncestor(objects, ancestor, descendant)) ??
      (await this.isAncestorByGit(gitDir, ancestor, descendant, area));
    this.ancestry.set(key, found);
    return found;
  }

  /**
   * Returns the best common ancestor of all commits; null if there is none. Throws 503 if git searches for more than 20
   * s.
   */
  async mergeBase(gitDir: GitDirectory, ids: readonly string[]): Promise<string | null> {
    const signal = AbortSignal.timeout(SEARCH_MS);
    const args = ['merge-base', '--octopus', ...new Set(ids)];
    const { stdout } = await this.git.run(gitDir, args, { accepts: [0, 1], signal });
    return stdout.toString('utf8').trim() || null;
  }

  /**
   * Returns the paths that each commit changed against its parent, by commit; merges count as unchanged. Lists at most
   * {@link MAX_PATHS} paths over all commits, and only those that git finds within 10 s.
   */
  async changedPaths(gitDir: GitDirectory, ids: readonly string[]): Promise<ReadonlyMap<string, ChangedPaths>> {
    if (ids.length === 0) {
      return new Map();
    }
    const args = ['diff-tree', '--stdin', '-r', '--root', '-z', '--name-status', '--no-renames'];
    const options = { input: `${ids.join('\n')}\n`, signal: AbortSignal.timeout(CHANGES_MS) };
    return (await this.git.words(gitDir, args, readChangedPaths, options)).value;
  }

  private async isAncestorByGit(
    gitDir: GitDirectory,
    ancestor: string,
    descendant: string,
    area: ObjectArea | undefined,
  ): Promise<boolean> {
    const args = ['merge-base', '--is-ancestor', ancestor, descendant];
    const { code } = await this.git.run(gitDir, args, { area, accepts: [0, 1] });
    return code === 0;
  }
}

/** Reads ids, each followed by pairs of status and path; a status never looks like an id. */
export async function readChangedPaths(words: AsyncIterable<string>): Promise<ReadonlyMap<string, ChangedPaths>> {
  const found = new Map<string, { added: string[]; modified: string[]; removed: string[] }>();
  let current = { added: new Array<string>(), modified: new Array<string>(), removed: new Array<string>() };
  let status = '';
  let count = 0;
  for await (const word of words) {
    if (status !== '') {
      current[LISTS[status] ?? 'modified'].push(word);
      status = '';
      count += 1;
    } else if (isStoredId(word)) {
      current = { added: [], modified: [], removed: [] };
      found.set(word, current);
    } else {
      status = word;
    }
    if (count === MAX_PATHS) {
      break;
    }
  }
  return found;
}

const LISTS: Readonly<Record<string, keyof ChangedPaths>> = { A: 'added', D: 'removed' };
