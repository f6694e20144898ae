import { AsyncLocalStorage } from 'node:async_hooks';
import { TestEnvironment } from 'jest-environment-node';

const used = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
  used.add(this);
  return run.apply(this, args);
};

/**
 * Leaves no storage enabled. Jest makes one for every spec file, and Node visits each that was ever enabled whenever a
 * promise is made: in a worker that ran a hundred files that cost more than the tests.
 */
export default class TidyEnvironment extends TestEnvironment {
  async teardown() {
    used.forEach((storage) => storage.disable());
    used.clear();
    await super.teardown();
  }
}
