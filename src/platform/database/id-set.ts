import type { Sql } from 'sql-template-tag';

/**
 * A condition of a list that can also be given as the set of ids of the rows that meet it. A list is read by the ids
 * where they are few, else along its order until the page is full.
 */
export interface IdSet {
  /** Selects the ids, each once, from indexes, so that it can be stopped after any number of them. */
  readonly ids: Sql;
  /** Selects the same ids faster where they are many; {@link ids} when absent. */
  readonly manyIds?: Sql;
  /** The same condition, evaluated for one row of the list. */
  readonly condition: Sql;
  /**
   * The condition in two parts: `open` holds for rows that every caller sees; `others` selects the ids of the remaining
   * rows, which are few for most callers, so that comparing a row's `id` with them is faster than evaluating
   * {@link condition}. `id` is a column of the table that `open` reads.
   */
  readonly parts?: { readonly open: Sql; readonly id: Sql; readonly others: Sql };
  /** An equality that all of these rows meet; indexes of the list's orders begin with its column. */
  readonly prefix?: Sql | undefined;
  /** Other conditions of the list that all of these rows meet. */
  readonly includes: readonly Sql[];
  /**
   * Selects the ids of the requested page, among the rows that meet all conditions of the list and in its order; for a
   * list whose rows would otherwise be searched for among those of all projects. GraphQL connections do not use it.
   */
  readonly page?: Sql | undefined;
  /**
   * Whether {@link page} may have to pass many rows that do not meet the conditions: the matching ones are counted
   * first.
   */
  readonly isSparse?: boolean;
}

export const isIdSet = (condition: Sql | IdSet): condition is IdSet => 'ids' in condition;
