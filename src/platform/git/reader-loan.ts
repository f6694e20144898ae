import type { CatFile } from './cat-file.js';
import type { ObjectReader } from './object-reader.js';

/** The child of one reading: a warm or a new one, acquired with the first object that has to come from it. */
export class ReaderLoan {
  private reader: Promise<ObjectReader> | null = null;

  constructor(
    private readonly takeWarm: () => ObjectReader | null,
    private readonly start: () => Promise<ObjectReader>,
  ) {}

  async objects(): Promise<CatFile> {
    this.reader ??= Promise.resolve(this.takeWarm() ?? this.start());
    return (await this.reader).objects;
  }

  /** Passes the child to `giveBack`, unless it could not be started. */
  async end(giveBack: (reader: ObjectReader) => void): Promise<void> {
    await this.reader?.then(giveBack, () => undefined);
  }
}
