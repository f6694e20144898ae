import DataLoader from 'dataloader';
import type { GraphqlContext } from './graphql-context.js';

/**
 * Batches loads that many fields of a document request one by one: those of one level with the same arguments become
 * one call (contract: scim-graphql §B1).
 */
export class Batch<A, V> {
  private readonly loaders = new WeakMap<object, Map<string, DataLoader<number, V | undefined>>>();

  constructor(
    private readonly loadMany: (
      ids: readonly number[],
      args: A,
      context: GraphqlContext,
    ) => Promise<ReadonlyMap<number, V>>,
  ) {}

  /** Undefined when nothing was found for the id. */
  load(id: number, args: A, context: GraphqlContext): Promise<V | undefined> {
    return this.loaderFor(args, context).load(id);
  }

  private loaderFor(args: A, context: GraphqlContext): DataLoader<number, V | undefined> {
    const ofDocument = this.loaders.get(context.loads) ?? new Map<string, DataLoader<number, V | undefined>>();
    this.loaders.set(context.loads, ofDocument);
    const key = JSON.stringify(args);
    const loader =
      ofDocument.get(key) ??
      new DataLoader<number, V | undefined>(async (ids) => {
        const found = await context.inTurn(() => this.loadMany(ids, args, context));
        return ids.map((id) => found.get(id));
      });
    ofDocument.set(key, loader);
    return loader;
  }
}
