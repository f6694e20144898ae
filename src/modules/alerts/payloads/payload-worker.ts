import { parentPort } from 'node:worker_threads';
import { ApiError } from '../../../common/errors/api-error.js';
import type { ErrorBody } from '../../../common/errors/api-error.js';
import { readPayload } from './read-payload.js';
import type { PayloadTask } from './read-payload.js';
import type { StoredPayloadReading } from './stored-reading.js';

// The entry file of a worker thread (see payload-reading.service.ts). Each body receives one answer.

export type PayloadOutcome =
  | { readonly is: 'read'; readonly reading: StoredPayloadReading }
  | { readonly is: 'refused'; readonly status: number; readonly body: ErrorBody };

function outcomeOf(task: PayloadTask): PayloadOutcome {
  try {
    return { is: 'read', reading: readPayload(task) };
  } catch (error) {
    if (error instanceof ApiError) {
      return { is: 'refused', status: error.status, body: error.body };
    }
    throw error;
  }
}

parentPort?.on('message', (task: PayloadTask) => parentPort?.postMessage(outcomeOf(task)));
