import type { ObjectReader } from './object-reader.js';

const IDLE_MS = 5000;

/** Idle readers: the next reading of the same repository does not have to start a program. */
export class WarmReaders {
  /** The longest idle one is first. */
  private readonly idle = new Map<ObjectReader, NodeJS.Timeout>();

  get count(): number {
    return this.idle.size;
  }

  /** Returns a reader that is no longer idle then; null when there is none. */
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

  /** Keeps at most `most` readers. */
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
