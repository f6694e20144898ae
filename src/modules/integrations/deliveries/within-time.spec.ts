import { setImmediate as nextTurn } from 'node:timers/promises';
import { httpStep } from '../kinds/calls.js';
import type { Step } from '../kinds/step.js';
import type { StepOutcome } from './step-outcome.js';
import { withinTime } from './within-time.js';

const step = (key: string): Step => httpStep(key, { method: 'POST', url: 'https://chat.example.com/hook' });
const done = { class: 'done' } as StepOutcome;
const silence = new Promise<StepOutcome>(() => undefined);

describe('withinTime', () => {
  it('answers what is sent in time', async () => {
    expect(await withinTime(() => Promise.resolve(done), 60_000)(step('a'), 'id')).toBe(done);
  });

  it('waits for nothing beyond its end, and begins nothing after it', async () => {
    const begun: string[] = [];
    const send = withinTime(({ key }) => {
      begun.push(key);
      return silence;
    }, 0);

    const outcomes = [await send(step('a'), 'id.1'), await send(step('b'), 'id.2'), await send(step('c'), 'id.3')];
    await nextTurn();

    expect(begun).toEqual(['a']);
    expect(outcomes.map((one) => [one.class, one.log.key, one.log.errorCode])).toEqual([
      ['retry', 'a', 'timeout'],
      ['retry', 'b', 'timeout'],
      ['retry', 'c', 'timeout'],
    ]);
  });
});
