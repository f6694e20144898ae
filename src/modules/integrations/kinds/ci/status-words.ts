import type { CommitStatus } from '../status-read.js';

/** Names that servers use for statuses. */
const STATUSES: Readonly<Record<string, CommitStatus>> = {
  pending: 'pending',
  created: 'pending',
  scheduled: 'pending',
  queued: 'pending',
  blocked: 'pending',
  running: 'running',
  started: 'running',
  success: 'success',
  'success-with-warnings': 'success',
  passed: 'success',
  failed: 'failed',
  failure: 'failed',
  canceled: 'canceled',
  cancelled: 'canceled',
  killed: 'canceled',
  skipped: 'skipped',
};

/** Maps a server's name for a status to the status. */
export const statusOfWord = (word: string): CommitStatus =>
  Object.hasOwn(STATUSES, word) ? (STATUSES[word] ?? 'error') : 'error';
