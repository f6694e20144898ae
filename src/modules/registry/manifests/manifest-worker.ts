import { parentPort } from 'node:worker_threads';
import { ApiError } from '../../../common/errors/api-error.js';
import type { ErrorBody } from '../../../common/errors/api-error.js';
import { descriptorsOfIndex } from './fallback-index.js';
import { createdIn } from './image-config.js';
import type { ManifestDescriptor } from './manifest.columns.js';
import { readManifest } from './manifest-document.js';
import type { ManifestDocument } from './manifest-document.js';

// The entry file of a worker thread (see manifest-reading.service.ts): each document gets exactly one reply.

export type ReadingTask =
  | { readonly is: 'manifest'; readonly bytes: Uint8Array; readonly contentType: string | undefined }
  | { readonly is: 'config' | 'index'; readonly bytes: Uint8Array };

export type ReadingOutcome =
  | { readonly is: 'manifest'; readonly document: ManifestDocument }
  | { readonly is: 'config'; readonly createdAt: string | null }
  | { readonly is: 'index'; readonly descriptors: readonly ManifestDescriptor[] }
  | { readonly is: 'refused'; readonly status: number; readonly body: ErrorBody };

function outcomeOf(task: ReadingTask): ReadingOutcome {
  try {
    switch (task.is) {
      case 'manifest':
        return { is: 'manifest', document: readManifest(task.bytes, task.contentType) };
      case 'config':
        return { is: 'config', createdAt: createdIn(task.bytes) };
      case 'index':
        return { is: 'index', descriptors: descriptorsOfIndex(task.bytes) };
    }
  } catch (error) {
    if (error instanceof ApiError) {
      return { is: 'refused', status: error.status, body: error.body };
    }
    throw error;
  }
}

parentPort?.on('message', (task: ReadingTask) => parentPort?.postMessage(outcomeOf(task)));
