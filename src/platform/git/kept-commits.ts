import { LruMap } from '../../common/cache/lru-map.js';
import type { Commit } from './commit-object.js';

const MOST_BYTES = 8 * 1024 * 1024;
/** What is larger is read again: a push may bring messages of megabytes. */
const LARGEST = 64 * 1024;
/** What a commit takes beside its texts, and each of its parents, about. */
const COMMIT_BYTES = 800;
const PARENT_BYTES = 60;
const CHARACTER_BYTES = 2;

/** Commits that are asked for again and again, by what the caller names them; no more than fit into a few megabytes. */
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
