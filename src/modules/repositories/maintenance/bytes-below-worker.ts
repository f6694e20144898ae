import { parentPort } from 'node:worker_threads';
import { bytesBelow } from './bytes-below.js';

// The entry file of a worker thread (see directory-sizes.service.ts). Each message names a directory and receives one
// answer.

parentPort?.on('message', (directory: string) => parentPort?.postMessage(bytesBelow(directory)));
