/** A file at a commit. */
export interface RepositoryFile {
  readonly path: string;
  /** The ref as requested. */
  readonly ref: string;
  readonly blobId: string;
  readonly size: number;
  readonly content: Buffer;
  readonly commitId: string;
  /** The last commit that changed the file. */
  readonly lastCommitId: string;
  readonly isExecutable: boolean;
}
