/** Which entries of an archive to read, and how much work that may cost. */
export interface ArchiveSearch {
  /** Whether the file at this path is wanted. May throw `ArchiveError` for a file that must not be there. */
  readonly wants: (path: string) => boolean;
  /** Maximum size in bytes of one wanted file. */
  readonly maxBytes: number;
  /** Maximum size in bytes of all files together, if lower than the limit for any archive. */
  readonly maxExpandedBytes?: number;
}

/** A file of an archive. */
export interface ArchivedFile {
  readonly path: string;
  readonly bytes: Buffer;
}

/** Limits on the contents of an archive. */
export const MAX_ENTRIES = 20_000;
export const MAX_WANTED = 16;
export const MAX_EXPANDED_BYTES = 4 * 1024 ** 3;
/** Maximum ratio of expanded bytes to archived bytes. A small archive may consist entirely of equal bytes. */
export const MAX_RATIO = 200;
export const RATIO_APPLIES_FROM = 16 * 1024 ** 2;
