import { JobSpacing } from './job-spacing.js';

describe('JobSpacing', () => {
  const START = 1_000_000;
  const after = (spacing: JobSpacing, milliseconds: number) => {
    const next = spacing.next(7, START + milliseconds);
    return next && next.getTime() - START;
  };

  it('lets the first run at once, and the others of a busy time less and less often', () => {
    const spacing = new JobSpacing(500, 1000);

    const times = [0, 10, 400, 600, 1400, 1600, 2600, 9000].map((time) => after(spacing, time));

    expect(times).toEqual([undefined, 500, 500, 1500, 1500, 2500, 3500, undefined]);
  });

  it('keeps keys apart, and forgets what a clock that was set back left', () => {
    const spacing = new JobSpacing(500, 1000);
    after(spacing, 60_000);

    expect(spacing.next(8, START + 60_000)).toBeUndefined();
    expect(after(spacing, 0)).toBeUndefined();
  });
});
