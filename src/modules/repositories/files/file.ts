/** A file at a commit. */
export interface RepositoryFile {
  readonly path: string;
  /** As it was asked for. */
  readonly ref: string;
  readonly blobId: string;
  readonly size: number;
  readonly content: Buffer;
  readonly commitId: string;
  /** The last commit that changed it. */
  readonly lastCommitId: string;
  readonly isExecutable: boolean;
}
