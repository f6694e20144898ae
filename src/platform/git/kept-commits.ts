import { LruMap } from '../../common/cache/lru-map.js';
import type { Commit } from './commit-object.js';

const MOST_BYTES = 8 * 1024 * 1024;
/** Larger commits are not kept: a push may contain messages of megabytes. */
const LARGEST = 64 * 1024;
/** Approximate memory of a commit in addition to its texts, and of each parent. */
const COMMIT_BYTES = 800;
const PARENT_BYTES = 60;
const CHARACTER_BYTES = 2;

/** Cache of commits that are read repeatedly, by a key of the caller; limited to a few megabytes. */
export class KeptCommits {
  private readonly commits = new LruMap<string, Commit>(MOST_BYTES, bytesOf);

  get(key: string): Commit | undefined {
    return this.commits.get(key);
  }

  /** Keeps the commit if it is small. */
  note(key: string, commit: Commit): void {
    if (bytesOf(commit) <= LARGEST) {
      this.commits.set(key, commit);
    }
  }
}

function bytesOf({ message, parentIds, author, committer }: Commit): number {
  const texts = [message, author.name, author.email, committer.name, committer.email];
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  return COMMIT_BYTES + parentIds.length * PARENT_BYTES + characters * CHARACTER_BYTES;
}
