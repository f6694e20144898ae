/** Waits until all of these have settled, whatever becomes of them, for `ms` milliseconds at most. */
export async function settledWithin(ms: number, work: Iterable<Promise<unknown>>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms).unref();
  });
  await Promise.race([Promise.allSettled(work), late]);
  clearTimeout(timer);
}
