import type { CatFile } from './cat-file.js';
import type { GitChild } from './git-child.js';

const IDLE_MS = 5000;

/** A child that reads objects of one repository. */
export interface Reader {
  readonly directory: string;
  readonly child: GitChild;
  readonly objects: CatFile;
}

/** Readers between two readings: the next one of the same repository need not start a program. */
export class WarmReaders {
  /** The one that has been idle for longest first. */
  private readonly idle = new Map<Reader, NodeJS.Timeout>();

  get count(): number {
    return this.idle.size;
  }

  take(directory: string): Reader | null {
    for (const [reader, patience] of this.idle) {
      if (reader.directory === directory) {
        clearTimeout(patience);
        this.idle.delete(reader);
        return reader;
      }
    }
    return null;
  }

  keep(reader: Reader): void {
    const patience = setTimeout(() => void this.end(reader), IDLE_MS);
    this.idle.set(reader, patience);
    void reader.child.ended.catch(() => null).then(() => this.end(reader)); // it may also end by itself
  }

  /** Leaves so many at most. */
  shrinkTo(most: number): void {
    for (const reader of [...this.idle.keys()].slice(0, Math.max(0, this.count - most))) {
      void this.end(reader);
    }
  }

  async endAll(): Promise<void> {
    await Promise.all([...this.idle.keys()].map((reader) => this.end(reader)));
  }

  private async end(reader: Reader): Promise<void> {
    if (this.idle.has(reader)) {
      clearTimeout(this.idle.get(reader));
      this.idle.delete(reader);
      await endReader(reader);
    }
  }
}

export async function endReader({ child }: Reader): Promise<void> {
  child.stdin.end();
  await child.close();
}
