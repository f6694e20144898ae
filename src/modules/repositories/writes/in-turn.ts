/** Lets work on the same thing follow one after the other in this process. */
export class InTurn {
  private readonly last = new Map<number, Promise<unknown>>();

  async run<T>(key: number, work: () => Promise<T>): Promise<T> {
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
