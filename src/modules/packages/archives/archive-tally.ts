import { ArchiveError } from './archive-error.js';
import { MAX_ENTRIES, MAX_EXPANDED_BYTES, MAX_RATIO, MAX_WANTED, RATIO_APPLIES_FROM } from './archive-search.js';

/** Attributes, long name and link target. */
const HEADERS_PER_ENTRY = 3;

/** Counts the contents of an archive while it is read, and rejects it when it exceeds the limits. */
export class ArchiveTally {
  private entries = 0;
  private headers = 0;
  private wanted = 0;
  private expanded = 0;

  constructor(
    private readonly archivedBytes: number,
    private readonly maxExpandedBytes = MAX_EXPANDED_BYTES,
  ) {}

  /** Throws `ArchiveError`. */
  addEntry(): void {
    this.entries++;
    if (this.entries > MAX_ENTRIES) {
      throw new ArchiveError('The archive has too many entries');
    }
  }

  /** Counts a header that belongs to one entry or to all of them. Throws `ArchiveError`. */
  addHeader(): void {
    this.headers++;
    if (this.headers > HEADERS_PER_ENTRY * MAX_ENTRIES) {
      throw new ArchiveError('The archive has too many entries');
    }
  }

  /** Throws `ArchiveError`. */
  addWanted(path: string, bytes: number, maxBytes: number): void {
    this.wanted++;
    if (this.wanted > MAX_WANTED) {
      throw new ArchiveError('The archive has too many manifests');
    }
    if (bytes > maxBytes) {
      throw new ArchiveError(`${path} is too large`);
    }
  }

  /** Throws `ArchiveError`. */
  addBytes(bytes: number): void {
    this.expanded += bytes;
    const isDense = this.expanded > RATIO_APPLIES_FROM && this.expanded > this.archivedBytes * MAX_RATIO;
    if (isDense || this.expanded > this.maxExpandedBytes) {
      throw new ArchiveError('The archive expands to too many bytes');
    }
  }
}
