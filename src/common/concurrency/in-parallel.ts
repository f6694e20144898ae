/**
 * Processes every item, at most `limit` at a time. When one fails, no new ones are started, and its error is thrown.
 */
export async function inParallel<T>(
  limit: number,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items.entries()].toReversed();
  const takeAll = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      await work(next[1]).catch((error: unknown) => {
        waiting.length = 0;
        throw error;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: limit }, takeAll));
  for (const end of ends) {
    if (end.status === 'rejected') {
      throw end.reason;
    }
  }
}
