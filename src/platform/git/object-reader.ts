import { CatFile } from './cat-file.js';
import type { GitChild } from './git-child.js';

/** Maximum age of a reader: an older one may hold packs open that maintenance has already rewritten. */
const MOST_AGE_MS = 60_000;

/** A child that reads the objects of one repository, for one reading at a time. */
export class ObjectReader {
  readonly objects: CatFile;
  private readonly startedAt = performance.now();
  private hasEnded = false;

  constructor(
    readonly directory: string,
    private readonly child: GitChild,
  ) {
    this.objects = new CatFile(child);
    void child.ended
      .catch(() => null)
      .then(() => {
        this.hasEnded = true;
      });
  }

  /** Whether it can be reused for another reading. */
  get isReusable(): boolean {
    return !this.hasEnded && this.objects.isAtRest && performance.now() - this.startedAt < MOST_AGE_MS;
  }

  async end(): Promise<void> {
    this.child.stdin.end();
    await this.child.close();
  }
}
