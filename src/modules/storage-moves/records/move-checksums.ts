/** The compared checksums of a copy (contract: storage-moves §5 step 6): SHA-256 in hexadecimal. */
export interface RepositoryChecksums {
  readonly refs: string;
  readonly objects: string;
}

/** The checksums of a container's copied repositories by type: `code`, `wiki`, `snippet`. */
export type MoveChecksums = Readonly<Record<string, RepositoryChecksums>>;
