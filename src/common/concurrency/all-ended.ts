type Results<T extends readonly unknown[]> = { -readonly [K in keyof T]: Awaited<T[K]> };

/** Like `Promise.all`, but waits until all have ended, and of several errors throws that of the first step. */
export async function allEnded<const T extends readonly unknown[]>(steps: T): Promise<Results<T>> {
  await Promise.allSettled(steps);
  return Promise.all(steps);
}
