/** The newest pipeline of a commit, as commits show it. */
export interface CommitPipeline {
  readonly status: string;
  /** The summary as it stands on the wire. */
  readonly summary: Readonly<Record<string, unknown>>;
}
