import { planIntake } from './intake-plan.js';
import type { IntakeEntry, UnresolvedAlert } from './intake-plan.js';

const entry = (event: 'firing' | 'recovery', value: string, endedAt: string | null = null): IntakeEntry =>
  ({ source: {}, reading: { event, endedAt, fingerprint: { value } } }) as unknown as IntakeEntry;

const unresolved = (fingerprint: string, facts: Partial<UnresolvedAlert> = {}): UnresolvedAlert => ({
  id: 7,
  fingerprint,
  status: 'acknowledged',
  events: 3,
  occurrences: 4,
  ...facts,
});

const outcomes = (...plan: Parameters<typeof planIntake>) => planIntake(...plan).map(({ outcome }) => outcome);

describe('planIntake', () => {
  it('counts firings in the unresolved alert, which keeps its status', () => {
    const steps = planIntake([entry('firing', 'a'), entry('firing', 'a')], [unresolved('a')], []);

    expect(steps.map(({ outcome, state, number }) => ({ outcome, ...state, number }))).toEqual([
      { outcome: 'grouped', status: 'acknowledged', events: 4, endedAt: null, number: 5 },
      { outcome: 'grouped', status: 'acknowledged', events: 5, endedAt: null, number: 6 },
    ]);
    expect(steps[0]?.alert).toBe(steps[1]?.alert);
    expect(steps[0]?.alert).toMatchObject({ id: 7, first: null, hasFired: true, isChanged: true });
  });

  it('makes one alert of many firings, and tells of it as it was at each', () => {
    const steps = planIntake([entry('firing', 'a'), entry('firing', 'b'), entry('firing', 'a')], [], []);

    expect(steps.map(({ outcome, state: { events } }) => [outcome, events])).toEqual([
      ['created', 1],
      ['created', 1],
      ['grouped', 2],
    ]);
    expect(new Set(steps.map(({ alert }) => alert)).size).toBe(2);
  });

  it('ends an alert, and makes another when it fires again', () => {
    const steps = planIntake(
      [entry('recovery', 'a', '2030-01-01'), entry('firing', 'a'), entry('recovery', 'a', '2030-01-02')],
      [unresolved('a')],
      [],
    );

    expect(steps.map(({ outcome }) => outcome)).toEqual(['resolved', 'created', 'resolved']);
    expect(steps[0]?.alert).toMatchObject({
      id: 7,
      status: 'resolved',
      events: 3,
      occurrences: 5,
      endedAt: '2030-01-01',
    });
    expect(steps[1]?.state).toEqual({ status: 'triggered', events: 1, endedAt: null });
    expect(steps[2]?.alert).toMatchObject({ id: null, status: 'resolved', occurrences: 2, endedAt: '2030-01-02' });
  });

  it('changes nothing by a recovery of what ended before, and records one of what never fired', () => {
    const steps = planIntake(
      [entry('recovery', 'a'), entry('recovery', 'b', '2030-01-01'), entry('recovery', 'b')],
      [],
      [{ id: 9, fingerprint: 'a' }],
    );

    expect(steps.map(({ outcome, number }) => [outcome, number])).toEqual([
      ['unchanged', null],
      ['recorded', 1],
      ['unchanged', null],
    ]);
    expect(steps[0]?.alert).toMatchObject({ id: 9, isChanged: false });
    expect(steps[1]?.alert).toMatchObject({ id: null, status: 'resolved', endedAt: '2030-01-01' });
  });

  it('makes a new alert where the old ones are resolved', () => {
    expect(outcomes([entry('firing', 'a')], [], [{ id: 9, fingerprint: 'a' }])).toEqual(['created']);
  });
});
