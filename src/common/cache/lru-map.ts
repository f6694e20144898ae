/**
 * A map that drops the least recently used entries, so that it stays small: at most `capacity` entries, or entries of
 * that total weight.
 */
export class LruMap<K, V> {
  private readonly entries = new Map<K, V>();
  private weight = 0;

  constructor(
    private readonly capacity: number,
    private readonly weightOf: (value: V) => number = () => 1,
  ) {}

  get(key: K): V | undefined {
    const value = this.entries.get(key);
    if (value !== undefined) {
      this.entries.delete(key); // reinserted as the most recent one
      this.entries.set(key, value);
    }
    return value;
  }

  set(key: K, value: V): void {
    this.delete(key);
    this.entries.set(key, value);
    this.weight += this.weightOf(value);
    this.forgetOldest();
  }

  delete(key: K): void {
    const value = this.entries.get(key);
    if (value !== undefined) {
      this.entries.delete(key);
      this.weight -= this.weightOf(value);
    }
  }

  private forgetOldest(): void {
    for (const oldest of this.entries.keys()) {
      if (this.weight <= this.capacity) {
        return;
      }
      this.delete(oldest);
    }
  }
}
