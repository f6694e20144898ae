import { AsyncLocalStorage } from 'node:async_hooks';

type Values = ReadonlyMap<object, unknown>;

/** One for all of them: whenever a promise is made, Node visits each storage of the process. */
const current = new AsyncLocalStorage<Values>();

/** What work finds that runs anywhere below the call that set it, without being handed it. */
export class AmbientValue<T> {
  /** Undefined outside of every {@link run}. */
  get(): T | undefined {
    return current.getStore()?.get(this) as T | undefined;
  }

  run<R>(value: T, work: () => R): R {
    return current.run(new Map(current.getStore()).set(this, value), work);
  }

  /** Runs work as if this one were not set around it. */
  exit<R>(work: () => R): R {
    const values = new Map(current.getStore());
    return values.delete(this) ? current.run(values, work) : work();
  }
}
