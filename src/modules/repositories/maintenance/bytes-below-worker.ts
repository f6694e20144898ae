import { parentPort } from 'node:worker_threads';
import { bytesBelow } from './bytes-below.js';

// The entry file of a worker thread (see directory-sizes.service.ts): each directory is answered once.

parentPort?.on('message', (directory: string) => parentPort?.postMessage(bytesBelow(directory)));
