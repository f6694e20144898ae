import { AsyncLocalStorage } from 'node:async_hooks';
import { TestEnvironment } from 'jest-environment-node';

const used = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
  used.add(this);
  return run.apply(this, args);
};

/**
 * Leaves no storage of asynchronous context enabled. Jest makes one for every spec file; Node visits each that is enabled
 * whenever a promise is made, and keeps what it belongs to in memory: a worker slows down with each file that it runs.
 */
export default class TidyEnvironment extends TestEnvironment {
  async teardown() {
    used.forEach((storage) => storage.disable());
    used.clear();
    await super.teardown();
  }
}
