import { ApiError } from '../../common/errors/api-error.js';
import { payloadTooLarge, unavailable } from '../../common/errors/catalogue.js';

/** A repository on disk. */
export interface GitDirectory {
  /** Absolute path, built from configured roots and ids only. */
  readonly path: string;
  /** Key under which requests take turns in the queue for processes. */
  readonly turn: string;
}

/** A separate directory for new objects. The repository's own objects stay readable (quarantine, previews). */
export interface ObjectArea {
  readonly objects: string;
  readonly alternates: string;
}

/** Git does not recognise a repository that lacks one of these directories, even if they would be empty. */
export const REPOSITORY_DIRECTORIES: readonly string[] = [
  'objects/info',
  'objects/pack',
  'refs/heads',
  'refs/tags',
  'info',
];

/** Id that stands for a missing object or ref. */
export const NULL_ID = '0'.repeat(40);

/** A git child was ended because it took too long or used too much memory; 503 (contract: git §5.4). */
export class GitTookTooLong extends ApiError {
  constructor() {
    const { status, body, headers } = unavailable('The repository took too long to answer.');
    super(status, body, headers);
  }
}

/** A git child failed, or its output cannot be parsed. The text is only for the log. */
export class GitFailed extends Error {
  constructor(
    command: string,
    readonly code: number | null,
    readonly stderr: string,
  ) {
    super(`git ${command} ended with ${code ?? 'a signal'}: ${stderr.slice(0, 500)}`);
  }
}

/** Git holds all objects but blobs as a whole and fails beyond the memory limit of a child. */
const NO_MEMORY = /out of memory|cannot allocate memory/i;
export const lacksMemory = (stderr: string): boolean => NO_MEMORY.test(stderr);

/** Returns the error for a child that failed: 413 when it ran out of memory for an object. */
export const failureOf = (...[command, code, stderr]: ConstructorParameters<typeof GitFailed>): Error =>
  lacksMemory(stderr) ? payloadTooLarge() : new GitFailed(command, code, stderr);
