import type { GraphQLResolveInfo } from 'graphql';
import type {
  ChildLists,
  ListOrder,
  ListWindow,
  WindowedList,
  WindowRequest,
} from '../../platform/database/list-windows.js';
import { Batch } from './batch.js';
import { badUserInput } from './graphql-errors.js';
import type { GraphqlContext } from './graphql-context.js';
import { fieldsBelow, turnFor } from './value-turns.js';

/** `<page>` of the schema (contract: scim-graphql §B3). */
export const PAGE = 'first: Int, after: String, last: Int, before: String';
export const MAX_PAGE = 100;

/** Schema definitions of a connection and its edges. */
export const connectionOf = (type: string): string => `
  type ${type}Connection { nodes: [${type}!]! edges: [${type}Edge!]! pageInfo: PageInfo! count: Int! }
  type ${type}Edge { cursor: String! node: ${type}! }`;

export interface PageArguments {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly last?: number | null;
  readonly before?: string | null;
}

/** Arguments of an object's field resolvers. */
type ResolverArguments = readonly [args: unknown, context: unknown, info: GraphQLResolveInfo];

interface ConnectionSource<R> {
  window(): Promise<ListWindow<R>>;
  count(): Promise<number>;
}

/** A page of a list; each requested part is read once. */
export class Connection<R, N> {
  private found: Promise<ListWindow<R>> | undefined;

  constructor(
    private readonly source: ConnectionSource<R>,
    private readonly nodeOf: (row: R) => N,
  ) {}

  async nodes(...[, , info]: ResolverArguments): Promise<readonly N[]> {
    const { items } = await this.window();
    await turnFor(items.length * fieldsBelow(info));
    return items.map(({ row }) => this.nodeOf(row));
  }

  async edges(...[, , info]: ResolverArguments): Promise<readonly { readonly cursor: string; readonly node: N }[]> {
    const { items } = await this.window();
    await turnFor(items.length * fieldsBelow(info));
    return items.map(({ row, cursor }) => ({ cursor, node: this.nodeOf(row) }));
  }

  async pageInfo() {
    const { items, hasNext, hasPrevious } = await this.window();
    return {
      hasNextPage: hasNext,
      hasPreviousPage: hasPrevious,
      startCursor: items[0]?.cursor ?? null,
      endCursor: items.at(-1)?.cursor ?? null,
    };
  }

  count(): Promise<number> {
    return this.source.count();
  }

  /**
   * Validates the cursors first: an invalid one is refused whatever fields are requested (contract: scim-graphql §B2).
   */
  async opened({ after, before }: WindowRequest): Promise<this> {
    if (after !== undefined || before !== undefined) {
      await this.window();
    }
    return this;
  }

  private window(): Promise<ListWindow<R>> {
    this.found ??= this.source.window();
    return this.found;
  }
}

/** Returns a page of a list without a parent. */
export function connectionTo<R, N>(
  list: WindowedList<R>,
  args: PageArguments,
  context: GraphqlContext,
  nodeOf: (row: R) => N,
): Promise<Connection<R, N>> {
  const request = windowIn(args);
  const source = {
    window: () => context.inTurn(() => list.window(request)),
    count: () => context.inTurn(() => list.count()),
  };
  return new Connection(source, nodeOf).opened(request);
}

/** Connections of one field of many parents: those with the same arguments are read together. */
export class Connections<A extends PageArguments, R> {
  private readonly windows: Batch<A, ListWindow<R>>;
  private readonly counts: Batch<A, number>;

  /** `listFor` reads the filters, `orderFor` the order from the arguments. */
  constructor(
    listFor: (args: A, context: GraphqlContext) => ChildLists<R>,
    private readonly orderFor: (args: A) => ListOrder | undefined = () => undefined,
  ) {
    this.windows = new Batch((ids, args, context) => listFor(args, context).windows(ids, this.requestIn(args)));
    this.counts = new Batch((ids, args, context) => listFor(args, context).counts(ids));
  }

  /** Throws BAD_USER_INPUT for invalid page arguments. */
  of<N>(parentId: number, args: A, context: GraphqlContext, nodeOf: (row: R) => N): Promise<Connection<R, N>> {
    const request = this.requestIn(args);
    const source = {
      window: async () =>
        (await this.windows.load(parentId, args, context)) ?? { items: [], hasNext: false, hasPrevious: false },
      count: () => this.countOf(parentId, args, context),
    };
    return new Connection(source, nodeOf).opened(request);
  }

  async countOf(parentId: number, args: A, context: GraphqlContext): Promise<number> {
    return (
      (await this.counts.load(parentId, { ...args, first: null, after: null, last: null, before: null }, context)) ?? 0
    );
  }

  private requestIn(args: A): WindowRequest {
    return { ...windowIn(args), order: this.orderFor(args) };
  }
}

/** Contract: scim-graphql §B1, page. */
function windowIn({ first, after, last, before }: PageArguments): WindowRequest {
  if (typeof first === 'number' && typeof last === 'number') {
    throw badUserInput('first and last cannot be given together');
  }
  const size = first ?? last ?? MAX_PAGE;
  if (size < 0 || size > MAX_PAGE) {
    throw badUserInput(`first and last are between 0 and ${MAX_PAGE}`);
  }
  return { size, fromEnd: typeof last === 'number', after: after ?? undefined, before: before ?? undefined };
}
