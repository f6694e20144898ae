import { JobSpacing } from './job-spacing.js';

describe('JobSpacing', () => {
  it('lets the first run at once, and the others of a busy time less and less often', () => {
    const spacing = new JobSpacing(500, 1000);

    const dueAt = [0, 10, 400, 600, 1400, 1600, 2600, 9000].map((now) => now + spacing.delay(7, now));

    expect(dueAt).toEqual([0, 500, 500, 1500, 1500, 2500, 3500, 9000]);
  });

  it('keeps keys apart', () => {
    const spacing = new JobSpacing(500, 1000);
    spacing.delay(7, 0);

    expect([spacing.delay(8, 0), spacing.delay(7, 0)]).toEqual([0, 500]);
  });
});
