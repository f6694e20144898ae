import { AsyncLocalStorage } from 'node:async_hooks';

type Values = ReadonlyMap<object, unknown>;

/** Shared by all values: for each promise, Node visits every storage of the process. */
const current = new AsyncLocalStorage<Values>();

/** A value that is available to all work below the call that set it, without being passed on. */
export class AmbientValue<T> {
  /** Undefined outside of every {@link run}. */
  get(): T | undefined {
    return current.getStore()?.get(this) as T | undefined;
  }

  run<R>(value: T, work: () => R): R {
    return current.run(new Map(current.getStore()).set(this, value), work);
  }

  /** Runs work without this value. */
  exit<R>(work: () => R): R {
    const values = new Map(current.getStore());
    return values.delete(this) ? current.run(values, work) : work();
  }
}
