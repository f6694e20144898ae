import { readDocuments } from '../../../platform/threads/document-worker.js';
import { readPayload } from './read-payload.js';

// The entry file of a worker thread (see payload-reading.service.ts).

readDocuments(readPayload);
