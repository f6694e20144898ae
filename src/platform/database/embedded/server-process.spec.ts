import { isConflict, reasonIn } from './server-process.js';

const LOCKED = `2026-01-01 00:00:00.000 UTC [7] FATAL:  lock file "postmaster.pid" already exists
2026-01-01 00:00:00.000 UTC [7] HINT:  Is another postmaster (PID 6) running in data directory "/srv"?`;

describe('isConflict', () => {
  it('knows what a killed server leaves behind', () => {
    expect(isConflict(LOCKED)).toBe(true);
    expect(isConflict('FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use')).toBe(true);
  });

  it('takes no other end for one', () => {
    expect(isConflict('FATAL:  could not create shared memory segment: No space left on device')).toBe(false);
  });
});

describe('reasonIn', () => {
  it('answers the fatal line without its time and process', () => {
    expect(reasonIn(LOCKED)).toBe('lock file "postmaster.pid" already exists');
  });

  it('answers the last line when none is fatal', () => {
    expect(reasonIn('one\ntwo\n')).toBe('two');
  });
});
