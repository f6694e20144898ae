import { Injectable } from '@nestjs/common';
import type { QueryResultRow } from 'pg';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { invalidField, IS_INVALID } from '../../common/errors/catalogue.js';
import { writeCursor } from '../../common/pagination/cursor.js';
import type { SortDirection } from '../../common/pagination/page-request.js';
import { Database } from './database.js';
import { whereOf } from './conditions.js';
import { columnOf, isBadValue, limitOf, order, rowsOf, strictlyAfter } from './list-query.js';
import type { ListDefinition } from './list-query.js';
import { ListRanges } from './list-range.js';
import type { ListCondition } from './list-range.js';
import { bigint, extended, Query, select } from './typed-sql.js';

/** Some rows of a list: the first ones after a cursor, or the last ones before one. */
export interface WindowRequest {
  readonly size: number;
  readonly fromEnd: boolean;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly order?: ListOrder | undefined;
}

export interface ListOrder {
  readonly by: string;
  readonly direction: SortDirection;
}

export interface ListWindow<R> {
  readonly items: readonly { readonly row: R; readonly cursor: string }[];
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
}

/** The same list for each of many parents, in one statement. */
export interface ChildLists<R> {
  windows(parents: readonly number[], request: WindowRequest): Promise<ReadonlyMap<number, ListWindow<R>>>;
  counts(parents: readonly number[]): Promise<ReadonlyMap<number, number>>;
}

/** A list without a parent. */
export interface WindowedList<R> {
  window(request: WindowRequest): Promise<ListWindow<R>>;
  count(): Promise<number>;
}

/** The parent's id, for the conditions of {@link ListWindows.below}. */
export const PARENT = sql`parent.id`;

const NO_PARENT = 0;
const EMPTY = { items: [], hasNext: false, hasPrevious: false } as const;

interface Below<R extends QueryResultRow> {
  readonly list: ListDefinition<R>;
  readonly where: readonly Sql[];
}

/** Keyset pagination in both directions, for GraphQL connections (contract: scim-graphql §B2). */
@Injectable()
export class ListWindows {
  private readonly ranges: ListRanges;

  constructor(private readonly database: Database) {
    this.ranges = new ListRanges(database);
  }

  /** The conditions refer to the parent by {@link PARENT}. */
  below<R extends QueryResultRow>(list: ListDefinition<R>, where: readonly Sql[]): ChildLists<R> {
    return {
      windows: (parents, request) => this.windows({ list, where }, parents, request),
      counts: (parents) => this.counts({ list, where }, parents),
    };
  }

  of<R extends QueryResultRow>(list: ListDefinition<R>, where: readonly ListCondition[]): WindowedList<R> {
    return {
      window: async (request) => {
        const { rows } = await this.ranges.of(list, where);
        const found = await this.windows({ list, where: rows }, [NO_PARENT], request);
        return found.get(NO_PARENT) ?? EMPTY;
      },
      count: async () => {
        const { counted } = await this.ranges.of(list, where);
        const found = await this.counts({ list, where: counted }, [NO_PARENT]);
        return found.get(NO_PARENT) ?? 0;
      },
    };
  }

  private async windows<R extends QueryResultRow>(
    { list, where }: Below<R>,
    parents: readonly number[],
    request: WindowRequest,
  ): Promise<ReadonlyMap<number, ListWindow<R>>> {
    const { by, direction } = request.order ?? list.defaultSort;
    const way = request.fromEnd ? reversed(direction) : direction;
    const ordered = order(list, by, way);
    const columns = extended(list.columns, { position: bigint`row_number() over (${ordered})` });
    const positioned = rowsOf({ ...list, columns }, [...where, ...between(list, request, { by, direction })], {
      order: ordered,
      cut: limitOf(request.size + 1),
    });
    const found = await this.database
      .rows(
        new Query<R & { readonly parentId: number }>(
          { parentId: bigint`parent.id`, ...columns },
          sql`select parent.id as "parentId", found.* from unnest(${[...parents]}::bigint[]) parent (id)
            cross join lateral (${positioned.sql}) found order by parent.id, found.position`,
        ),
      )
      .catch((error: unknown) => {
        throw isBadValue(error) ? invalidField('cursor', IS_INVALID) : error;
      });
    const rowsOfParents = byParent(found);
    return new Map(parents.map((id) => [id, windowOf(list, rowsOfParents.get(id) ?? [], request, by)]));
  }

  private async counts<R extends QueryResultRow>(
    { list, where }: Below<R>,
    parents: readonly number[],
  ): Promise<ReadonlyMap<number, number>> {
    const rows = await this.database.rows(
      select(
        {
          parentId: bigint`parent.id`,
          total: bigint`(select count(*) from ${list.from} ${whereOf(where)})`,
        },
        sql`from unnest(${[...parents]}::bigint[]) parent (id)`,
      ),
    );
    return new Map(rows.map(({ parentId, total }) => [parentId, total]));
  }
}

function byParent<R extends { readonly parentId: number }>(rows: readonly R[]): ReadonlyMap<number, readonly R[]> {
  const found = new Map<number, R[]>();
  for (const row of rows) {
    const siblings = found.get(row.parentId) ?? [];
    siblings.push(row);
    found.set(row.parentId, siblings);
  }
  return found;
}

const reversed = (direction: SortDirection): SortDirection => (direction === 'asc' ? 'desc' : 'asc');

/** Strictly after one cursor and before the other. */
function between<R extends QueryResultRow>(
  list: ListDefinition<R>,
  { after, before }: WindowRequest,
  { by, direction }: ListOrder,
): Sql[] {
  const column = columnOf(list, by) ?? list.id;
  const beyond = (cursor: string | undefined, sort: SortDirection): Sql[] =>
    cursor === undefined
      ? []
      : [strictlyAfter(list, { kind: 'keyset', perPage: 0, orderBy: by, sort, cursor }, column, cursor)];
  return [...beyond(after, direction), ...beyond(before, reversed(direction))];
}

function windowOf<R extends QueryResultRow>(
  list: ListDefinition<R>,
  found: readonly R[],
  { size, fromEnd, after, before }: WindowRequest,
  by: string,
): ListWindow<R> {
  const column = columnOf(list, by) ?? list.id;
  const rows = found.slice(0, size);
  const items = (fromEnd ? rows.reverse() : rows).map((row) => ({
    row,
    cursor: writeCursor(by, { value: column.of(row), id: list.id.of(row) ?? '' }),
  }));
  const hasMore = found.length > size;
  return {
    items,
    hasNext: fromEnd ? before !== undefined : hasMore,
    hasPrevious: fromEnd ? hasMore : after !== undefined,
  };
}
