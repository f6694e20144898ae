import { pipelineStatus } from './statuses.js';
import type { Status } from '../../../core/job-tokens/job-status.js';

/** `!` behind a status: it is allowed to fail. */
const job = (word: string) => ({ status: word.replace('!', '') as Status, allowFailure: word.endsWith('!') });

describe('pipelineStatus()', () => {
  it.each([
    ['', 'skipped'],
    ['skipped skipped', 'skipped'],
    ['skipped manual!', 'skipped'],
    ['success skipped', 'success'],
    ['success failed!', 'success'],
    ['success canceled! manual!', 'success'],
    ['created created', 'created'],
    ['created manual!', 'created'],
    ['canceled success', 'canceled'],
    ['canceled failed!', 'canceled'],
    ['pending created', 'pending'],
    ['pending created skipped', 'pending'],
    ['pending success', 'running'],
    ['pending manual', 'running'],
    ['running created', 'running'],
    ['success manual created', 'manual'],
    ['success scheduled created', 'scheduled'],
    ['success created', 'running'],
    ['failed created', 'running'],
    ['success failed', 'failed'],
    ['failed skipped', 'failed'],
    ['canceled failed', 'failed'],
  ])('answers for %j the status %s', (words, status) => {
    expect(pipelineStatus(words.split(' ').filter(Boolean).map(job))).toBe(status);
  });
});
