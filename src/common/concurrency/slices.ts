/** Returns consecutive parts of a list with `length` items each; the last may have fewer. */
export function slicesOf<T>(items: readonly T[], length: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / length) }, (_, index) =>
    items.slice(index * length, (index + 1) * length),
  );
}
