import { nextStatuses } from './next-statuses.js';
import type { WaitingJob } from './next-statuses.js';

let lastId = 0;
const job = (fields: Partial<WaitingJob>): WaitingJob => {
  lastId += 1;
  return {
    id: lastId,
    name: `job ${lastId}`,
    stagePosition: 0,
    status: 'created',
    allowFailure: false,
    when: 'on_success',
    needs: null,
    ...fields,
  };
};
const next = (waiting: WaitingJob, ...others: readonly WaitingJob[]) =>
  nextStatuses([waiting, ...others]).get(waiting.id);

describe('nextStatuses()', () => {
  it('makes a job of the first stage pending at once', () => {
    expect(next(job({}), job({}))).toBe('pending');
  });

  it('waits until all earlier stages have ended', () => {
    const waiting = job({ stagePosition: 2 });

    expect(next(waiting, job({ status: 'success' }), job({ stagePosition: 1, status: 'running' }))).toBeUndefined();
    expect(next(waiting, job({ status: 'manual' }))).toBeUndefined();
    expect(next(waiting, job({ status: 'manual', allowFailure: true }))).toBe('pending');
    expect(next(waiting, job({ status: 'success' }), job({ stagePosition: 1, status: 'skipped' }))).toBe('pending');
  });

  it('waits for needs alone', () => {
    const waiting = job({ stagePosition: 2, needs: ['a'] });

    expect(next(waiting, job({ name: 'a', status: 'success' }), job({ status: 'running' }))).toBe('pending');
    expect(next(waiting, job({ name: 'a', status: 'skipped' }))).toBe('skipped');
    expect(next(job({ stagePosition: 2, needs: [] }), job({ status: 'running' }))).toBe('pending');
  });

  it.each([
    ['on_success', 'success', false, 'pending'],
    ['on_success', 'failed', false, 'skipped'],
    ['on_success', 'failed', true, 'pending'],
    ['on_success', 'canceled', false, 'skipped'],
    ['on_failure', 'success', false, 'skipped'],
    ['on_failure', 'failed', false, 'pending'],
    ['on_failure', 'failed', true, 'skipped'],
    ['always', 'failed', false, 'pending'],
    ['manual', 'success', false, 'manual'],
    ['manual', 'failed', false, 'skipped'],
    ['delayed', 'success', false, 'scheduled'],
    ['delayed', 'failed', false, 'skipped'],
  ] as const)(
    'answers for when %s, after a job that ended as %s (allowed: %s), the status %s',
    (when, status, allowFailure, becomes) => {
      expect(next(job({ stagePosition: 1, when }), job({ status, allowFailure }))).toBe(becomes);
    },
  );
});
