/** What a copy was compared by (contract: storage-moves §5 step 6): SHA-256, in hexadecimal digits. */
export interface RepositoryChecksums {
  readonly refs: string;
  readonly objects: string;
}

/** Of the repositories of a container that were copied, by type: `code`, `wiki`, `snippet`. */
export type MoveChecksums = Readonly<Record<string, RepositoryChecksums>>;
