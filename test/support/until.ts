const EVERY_MS = 50;

/** Asks again and again until the answer is something; throws when that takes too long. */
export async function until<T>(ask: () => T | Promise<T>, seconds = 60): Promise<NonNullable<Exclude<T, false>>> {
  const deadline = Date.now() + seconds * 1000;
  while (Date.now() < deadline) {
    const found = await ask();
    if (found !== null && found !== undefined && found !== false) {
      return found as NonNullable<Exclude<T, false>>;
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  throw new Error('It did not come so far in time.');
}
