import type { Tx } from './tx.js';

/** Caches a value for the rest of a transaction in which it is needed repeatedly. */
export class ReadOnce<T> {
  private readonly known = new WeakMap<Tx, Map<string | number, Promise<T>>>();

  of(tx: Tx, key: string | number, read: () => Promise<T>): Promise<T> {
    const byKey = this.known.get(tx) ?? new Map<string | number, Promise<T>>();
    this.known.set(tx, byKey);
    const found = byKey.get(key) ?? read();
    byKey.set(key, found);
    return found;
  }
}
