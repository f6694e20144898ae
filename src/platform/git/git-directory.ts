import { ApiError } from '../../common/errors/api-error.js';
import { payloadTooLarge, unavailable } from '../../common/errors/catalogue.js';

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

/** Git refuses to see a repository in a directory that lacks one of them, be there files or not. */
export const REPOSITORY_DIRECTORIES: readonly string[] = [
  'objects/info',
  'objects/pack',
  'refs/heads',
  'refs/tags',
  'info',
];

/** No such object, or none of that name. */
export const NULL_ID = '0'.repeat(40);

/** A git child was ended because it took too long or grew too large; 503 (contract: git §5.4). */
export class GitTookTooLong extends ApiError {
  constructor() {
    const { status, body, headers } = unavailable('The repository took too long to answer.');
    super(status, body, headers);
  }
}

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

/** Objects other than plain contents are held as a whole, for which a child has no room beyond some size. */
const NO_MEMORY = /out of memory|cannot allocate memory/i;
export const lacksMemory = (stderr: string): boolean => NO_MEMORY.test(stderr);

/** What is due where a child ended with an error: 413 where it had no room for an object. */
export const failureOf = (...[command, code, stderr]: ConstructorParameters<typeof GitFailed>): Error =>
  lacksMemory(stderr) ? payloadTooLarge() : new GitFailed(command, code, stderr);
