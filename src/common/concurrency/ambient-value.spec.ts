import { setTimeout as sleep } from 'node:timers/promises';
import { AmbientValue } from './ambient-value.js';

describe('AmbientValue', () => {
  const word = new AmbientValue<string>();
  const number = new AmbientValue<number>();

  it('is there in all that its work begins, and nowhere else', async () => {
    const later = async () => {
      await sleep(1);
      return word.get();
    };

    expect(await Promise.all([word.run('a', later), word.run('b', later), later()])).toEqual(['a', 'b', undefined]);
    expect(word.get()).toBeUndefined();
  });

  it('leaves the others as they are, when it is set and when it is left', () => {
    const both = () => [word.get(), number.get()];

    expect(word.run('a', () => number.run(1, both))).toEqual(['a', 1]);
    expect(word.run('a', () => number.run(1, () => word.run('b', both)))).toEqual(['b', 1]);
    expect(word.run('a', () => number.run(1, () => word.exit(both)))).toEqual([undefined, 1]);
    expect(number.run(1, () => word.exit(both))).toEqual([undefined, 1]);
    expect(word.exit(both)).toEqual([undefined, undefined]);
  });

  it('is another one in each instance', () => {
    const other = new AmbientValue<string>();

    expect(word.run('a', () => other.run('b', () => [word.get(), other.get()]))).toEqual(['a', 'b']);
  });
});
