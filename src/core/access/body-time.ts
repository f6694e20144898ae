const LONG_MS = 1000;

/** Tells, once a body has come, whether it took so long that the rights that the request began with may have ended. */
export function startBodyTime(): { readonly isLong: () => boolean } {
  const begunAt = performance.now();
  return { isLong: () => performance.now() - begunAt > LONG_MS };
}
