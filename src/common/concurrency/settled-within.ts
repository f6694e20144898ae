/** Waits until all promises have settled, with or without errors, but at most `ms` milliseconds. */
export async function settledWithin(ms: number, work: Iterable<Promise<unknown>>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms).unref();
  });
  await Promise.race([Promise.allSettled(work), late]);
  clearTimeout(timer);
}
