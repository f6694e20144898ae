import { parentPort } from 'node:worker_threads';
import { ApiError } from '../../common/errors/api-error.js';
import type { ErrorBody } from '../../common/errors/api-error.js';

/** Sent to the main thread, because errors do not cross threads whole. */
export type DocumentOutcome<Reading> =
  | { readonly is: 'read'; readonly reading: Reading }
  | { readonly is: 'refused'; readonly status: number; readonly body: ErrorBody };

/**
 * Makes the calling worker thread answer each message with one {@link DocumentOutcome}; `read` throws an `ApiError` for
 * a document that it refuses.
 */
export function readDocuments(read: (task: never) => unknown): void {
  const outcomeOf = (task: never): DocumentOutcome<unknown> => {
    try {
      return { is: 'read', reading: read(task) };
    } catch (error) {
      if (error instanceof ApiError) {
        return { is: 'refused', status: error.status, body: error.body };
      }
      throw error;
    }
  };
  parentPort?.on('message', (task: unknown) => parentPort?.postMessage(outcomeOf(task as never)));
}
