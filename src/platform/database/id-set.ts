import type { Sql } from 'sql-template-tag';

/**
 * A condition of a list that is also known as the set of ids of the rows that meet it. Where they are few, the list is
 * read by them; where they are many, along its order, until the page is full.
 */
export interface IdSet {
  /** Selects the ids, each once, from indexes, so that it can stop after any number of them. */
  readonly ids: Sql;
  /** Selects the same ids sooner where they are many; {@link ids} unless it is said. */
  readonly manyIds?: Sql;
  /** The same for one row of the list. */
  readonly condition: Sql;
  /**
   * Which rows meet the condition for everybody, and the ids of the others, which are few for most callers: a row of many
   * is compared with those sooner than it is asked for {@link condition}. `id` is that of the table which `open` asks, so
   * that one table tells the rows.
   */
  readonly parts?: { readonly open: Sql; readonly id: Sql; readonly others: Sql };
  /** An equality that all of these rows meet, and that indexes of the list's orders begin with. */
  readonly prefix?: Sql | undefined;
  /** Other conditions of the list that all of these rows meet. */
  readonly includes: readonly Sql[];
  /**
   * Selects the ids of the page that is asked for, among the rows that meet all conditions of the list and in its order;
   * for a list whose rows would else be looked for among those of everybody. Connections are not cut from it.
   */
  readonly page?: Sql | undefined;
  /** Whether a page may be looked for among many rows that do not meet the conditions: those that do are counted first. */
  readonly isSparse?: boolean;
}

export const isIdSet = (condition: Sql | IdSet): condition is IdSet => 'ids' in condition;
