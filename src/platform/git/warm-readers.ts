import type { ObjectReader } from './object-reader.js';

const IDLE_MS = 5000;

/** Readers between two readings: the next one of the same repository need not start a program. */
export class WarmReaders {
  /** The one that has been idle for longest first. */
  private readonly idle = new Map<ObjectReader, NodeJS.Timeout>();

  get count(): number {
    return this.idle.size;
  }

  /** One that is idle no more; null when there is none. */
  take(directory: string): ObjectReader | null {
    for (const [reader, timeout] of this.idle) {
      if (reader.directory === directory && reader.isReusable) {
        clearTimeout(timeout);
        this.idle.delete(reader);
        return reader;
      }
    }
    return null;
  }

  keep(reader: ObjectReader): void {
    this.idle.set(
      reader,
      setTimeout(() => void this.end(reader), IDLE_MS),
    );
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

  private async end(reader: ObjectReader): Promise<void> {
    clearTimeout(this.idle.get(reader));
    this.idle.delete(reader);
    await reader.end();
  }
}
