import { progressBar, ProgressLine } from './progress-line.js';

const CLEAR_LINE = '\r\u001b[K';

const shownOn = (isTTY: boolean, shares: readonly (number | null)[]): string => {
  let shown = '';
  const write = (text: string): boolean => {
    shown += text;
    return true;
  };
  const line = new ProgressLine({ isTTY, write });
  shares.forEach((share) => {
    line.show({ share, text: `${share}` });
  });
  line.end();
  return shown;
};

describe('progressBar', () => {
  it.each([
    [0, 0],
    [0.5, 15],
    [1, 30],
    [7, 30],
    [null, 0],
  ])('of %s is filled with %i signs', (share, filled) => {
    expect(progressBar({ share, text: 'x' })).toBe(`[${'#'.repeat(filled)}${'.'.repeat(30 - filled)}] x`);
  });
});

describe('ProgressLine', () => {
  it('writes over itself on a terminal', () => {
    const lines = shownOn(true, [0.1, 0.11]).split(CLEAR_LINE);

    expect(lines).toEqual(['', expect.stringMatching(/\] 0\.1$/), expect.stringMatching(/\] 0\.11$/), '']);
  });

  it('writes a line for each tenth elsewhere', () => {
    expect(shownOn(false, [null, 0.01, 0.25, 0.29, 1]).split('\n')).toHaveLength(4);
  });
});
