/** The newest pipeline of a commit, as shown in records of commits. */
export interface CommitPipeline {
  readonly status: string;
  /** The summary as sent to clients. */
  readonly summary: Readonly<Record<string, unknown>>;
}
