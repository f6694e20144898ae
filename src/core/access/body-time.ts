const LONG_MS = 1000;

/** Measures the transfer of a body: `isLong` tells afterwards whether rights may have ended meanwhile. */
export function startBodyTime(): { readonly isLong: () => boolean } {
  const begunAt = performance.now();
  return { isLong: () => performance.now() - begunAt > LONG_MS };
}
