/** A repository on disk. */
export interface GitDirectory {
  /** Absolute; built from configured roots and ids only. */
  readonly path: string;
  /** Who shares one turn in the queue for processes. */
  readonly turn: string;
}

/** A separate directory for new objects beside the repository's own, which stays readable (quarantine, previews). */
export interface ObjectArea {
  readonly objects: string;
  readonly alternates: string;
}

/** No such object, or none of that name. */
export const NULL_ID = '0'.repeat(40);

/** A git child ended with an error, or gave something that cannot be read; the text is for the log alone. */
export class GitFailed extends Error {
  constructor(
    command: string,
    readonly code: number | null,
    readonly stderr: string,
  ) {
    super(`git ${command} ended with ${code ?? 'a signal'}: ${stderr.slice(0, 500)}`);
  }
}
