import { textLine } from './text-lines.js';

const failure = JSON.stringify({
  level: 50,
  time: '2026-01-02T03:04:05.678Z',
  area: 'jobs',
  error: 'connection\nrefused',
  stack: 'Error: connection\n    at somewhere',
  job: 7,
});

describe('textLine', () => {
  it('is one line for a problem: time, level, area, message and the other fields', () => {
    expect(textLine(failure, { withStack: false })).toBe('03:04:05 ERROR jobs: connection refused job=7\n');
  });

  it('has the stack below when it is asked for', () => {
    expect(textLine(failure, { withStack: true })).toBe(
      '03:04:05 ERROR jobs: connection refused job=7\nError: connection\n    at somewhere\n',
    );
  });

  it('shows control characters instead of passing them to the terminal', () => {
    const hostile = JSON.stringify({ level: 40, time: '2026-01-02T03:04:05.678Z', msg: 'a\u001b[2J', name: '\u202eb' });

    expect(textLine(hostile, { withStack: false })).toBe('03:04:05 WARN a\\u001b[2J name=\\u202eb\n');
  });
});
