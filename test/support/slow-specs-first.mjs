import { readFileSync } from 'node:fs';
import TestSequencer from '@jest/test-sequencer';

const ASKS_FOR_TIME = /jest\.setTimeout|_MS,\n|, [0-9]+_000\);/;

/** Specs that ask for more time than usual go first, so that none is left to run alone at the end. */
export default class SlowSpecsFirst extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isSlow = ({ path }) => ASKS_FOR_TIME.test(readFileSync(path, 'utf8'));
    const slow = new Set(sorted.filter(isSlow));
    return [...slow, ...sorted.filter((test) => !slow.has(test))];
  }
}
