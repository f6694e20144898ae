/** Groups items by repository, because each transaction locks a single repository. */
export function byRepository<T extends { readonly repositoryId: number }>(
  things: readonly T[],
): ReadonlyMap<number, readonly T[]> {
  const groups = new Map<number, T[]>();
  for (const thing of things) {
    const group = groups.get(thing.repositoryId);
    if (group) {
      group.push(thing);
    } else {
      groups.set(thing.repositoryId, [thing]);
    }
  }
  return groups;
}
