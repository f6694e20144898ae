import { readDocuments } from '../../../platform/threads/document-worker.js';
import { descriptorsOfIndex } from './fallback-index.js';
import { createdIn } from './image-config.js';
import type { ManifestDescriptor } from './manifest.columns.js';
import { readManifest } from './manifest-document.js';
import type { ManifestDocument } from './manifest-document.js';

// The entry file of a worker thread (see manifest-reading.service.ts).

export type ReadingTask =
  | { readonly is: 'manifest'; readonly bytes: Uint8Array; readonly contentType: string | undefined }
  | { readonly is: 'config' | 'index'; readonly bytes: Uint8Array };

export type Reading =
  | { readonly is: 'manifest'; readonly document: ManifestDocument }
  | { readonly is: 'config'; readonly createdAt: string | null }
  | { readonly is: 'index'; readonly descriptors: readonly ManifestDescriptor[] };

readDocuments((task: ReadingTask): Reading => {
  switch (task.is) {
    case 'manifest':
      return { is: 'manifest', document: readManifest(task.bytes, task.contentType) };
    case 'config':
      return { is: 'config', createdAt: createdIn(task.bytes) };
    case 'index':
      return { is: 'index', descriptors: descriptorsOfIndex(task.bytes) };
  }
});
