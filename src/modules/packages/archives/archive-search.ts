/** Which entries of an archive are read, and how much work that may be. */
export interface ArchiveSearch {
  /** Whether the file under this path is wanted. It may throw `ArchiveError` for one that must not be there. */
  readonly wants: (path: string) => boolean;
  /** The most bytes of one wanted file. */
  readonly maxBytes: number;
  /** The most bytes of all files together, less than the limit for any archive. */
  readonly maxExpandedBytes?: number;
}

/** A file of an archive. */
export interface ArchivedFile {
  readonly path: string;
  readonly bytes: Buffer;
}

/** What an archive may hold at most. */
export const MAX_ENTRIES = 20_000;
export const MAX_WANTED = 16;
export const MAX_EXPANDED_BYTES = 4 * 1024 ** 3;
/** Expanded bytes to archived ones; a small archive may be of nothing but equal bytes. */
export const MAX_RATIO = 200;
export const RATIO_APPLIES_FROM = 16 * 1024 ** 2;
