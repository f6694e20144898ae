/** Runs work with the same key one after the other in this process; work with other keys does not wait for it. */
export class KeyedTurns<K> {
  private readonly last = new Map<K, Promise<unknown>>();

  async run<T>(key: K, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(key) ?? Promise.resolve();
    const turn = before.then(work, work);
    this.last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.last.get(key) === turn) {
        this.last.delete(key);
      }
    }
  }
}
