import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { COUNT_LIMIT, SURELY_MORE } from '../../common/pagination/page.js';
import { allOf } from './conditions.js';
import type { Database } from './database.js';
import { isIdSet } from './id-set.js';
import type { IdSet } from './id-set.js';
import { LargeSets } from './large-sets.js';
import { PLANNED_ANEW } from './planned-anew.js';
import { rowByRow } from './row-by-row.js';
import { bigint, bigints, nullable, select } from './typed-sql.js';

/** Up to this number of ids, a page is cut from the rows with these ids; with more, pages fill soon along the order. */
const FEW_IDS = 5000;
/** Up to this number of ids, the plan of a prepared statement fits, which expects ten. */
const SINGLE_IDS = 50;

export type ListCondition = Sql | IdSet;

/** The parts of a list that the way of reading depends on. */
interface ReadList {
  readonly id: { readonly sql: Sql };
  readonly from: Sql;
  readonly counted?: Sql;
  readonly isDerived?: boolean;
  readonly joins?: object;
}

/** Which rows a list reads, and what is known of their number. */
export interface ListRange {
  readonly rows: readonly Sql[];
  /** Whether `rows` are those of the requested page, instead of those that it is cut from. */
  readonly isPage: boolean;
  /** Conditions of all rows, for counting them. */
  readonly counted: readonly Sql[];
  /** Selects the ids of all rows, when that counts them faster. */
  readonly ids?: Sql;
  /** Number of rows up to the limit of counts, if it is known already. */
  readonly total: number | null;
}

/** One of the sets among a list's conditions. */
interface Candidate {
  readonly set: IdSet;
  /** The list's other conditions. */
  readonly others: readonly Sql[];
  /** Whether the set is the whole list: its rows meet all other conditions. */
  readonly isWhole: boolean;
}

/** How many ids a set has; the ids only when they are few. */
interface SeenIds {
  readonly total: number;
  readonly ids: readonly number[] | null;
}

/**
 * Decides how a list is read whose conditions are sets of ids: by the ids if there are few, otherwise along its order.
 */
export class ListRanges {
  /** Sets with more than {@link FEW_IDS}. */
  private readonly large = new LargeSets();
  /** Sets with more ids than are counted. */
  private readonly uncounted = new LargeSets();

  constructor(private readonly database: Database) {}

  /** The first set decides that finds the page by itself, has few ids, or is the whole list. */
  async of(list: ReadList, where: readonly ListCondition[]): Promise<ListRange> {
    const sets = where.filter(isIdSet);
    const plain = where.filter((condition): condition is Sql => !isIdSet(condition) && !isAskedBy(sets, condition));
    let smallest: { readonly total: number; readonly candidate: Candidate } | undefined;
    for (const set of sets) {
      const candidate = candidateOf(list, set, [...plain, ...conditionsBut(sets, set)]);
      const page = await this.pageBy(list, candidate);
      if (page) {
        return page;
      }
      const seen = await this.count(set.ids);
      if (seen.ids) {
        return byIds(list, candidate, seen.ids);
      }
      if (candidate.isWhole) {
        return this.wholeSet(candidate, seen.total);
      }
      if (seen.total < (smallest?.total ?? COUNT_LIMIT + 1)) {
        smallest = { total: seen.total, candidate };
      }
    }
    return sets.length === 0
      ? { rows: plain, isPage: false, counted: plain, total: null }
      : this.alongOrder(list, { plain, sets, smallest: smallest?.candidate });
  }

  /** The page that a set finds by itself; null when it does not. */
  private async pageBy(list: ReadList, candidate: Candidate): Promise<ListRange | null> {
    const { set, others, isWhole } = candidate;
    if (!isWhole || !set.page) {
      return null;
    }
    if (set.isSparse === true && !this.large.has(set.ids)) {
      const { ids } = await this.lookAt(set.ids, FEW_IDS);
      if (ids) {
        return byIds(list, candidate, ids);
      }
      this.large.add(set.ids);
    }
    return {
      rows: [sql`${list.id.sql} = any(array(${set.page}))`],
      isPage: true,
      counted: [rowByRow(set.condition), ...others],
      ids: set.manyIds ?? set.ids,
      total: null,
    };
  }

  private async wholeSet({ set, others }: Candidate, total: number): Promise<ListRange> {
    const rows = [askedOf(set, conditionOf(set, await this.othersOf(set), isFound)), ...others];
    return { rows, isPage: false, counted: rows, total };
  }

  /** Rows are counted among those of the smallest set, unless all sets are large. */
  private async alongOrder(list: ReadList, { plain, sets, smallest }: LargeConditions): Promise<ListRange> {
    const known = await Promise.all(sets.map(async (set) => ({ set, others: await this.othersOf(set) })));
    const conditions = known.map(({ set, others }) => conditionOf(set, others, isAmong));
    const rows = anew([...plain, ...known.map(({ set }, index) => askedOf(set, conditions[index] ?? set.condition))]);
    if (smallest) {
      const counted = anew([sql`${list.id.sql} in (${smallest.set.ids})`, ...smallest.others]);
      return { rows, isPage: false, counted, total: null };
    }
    const ids = idsApart(list, plain, known);
    return { rows, isPage: false, counted: anew([...plain, ...conditions]), ...(ids && { ids }), total: null };
  }

  /** Ids of a set's rows that are not open to everyone; null unless they are few. */
  private async othersOf({ parts }: IdSet): Promise<readonly number[] | null> {
    if (!parts || this.large.has(parts.others)) {
      return null;
    }
    const { ids } = await this.lookAt(parts.others, FEW_IDS);
    if (!ids) {
      this.large.add(parts.others);
    }
    return ids;
  }

  /**
   * Like {@link lookAt}, up to the limit of counts. A set that had many more a short while ago is not counted again.
   */
  private async count(ids: Sql): Promise<SeenIds> {
    if (this.uncounted.has(ids)) {
      return { total: SURELY_MORE, ids: null };
    }
    const seen = await this.lookAt(ids, SURELY_MORE);
    if (seen.total > SURELY_MORE) {
      this.uncounted.add(ids);
    }
    return seen;
  }

  /** Counts the ids up to `most` + 1, and returns them if they are few. */
  private async lookAt(ids: Sql, most: number): Promise<SeenIds> {
    const found = await this.database.row(
      select(
        {
          total: bigint`count(*)`,
          ids: nullable(bigints`case when count(*) <= ${FEW_IDS} then array_agg(one.id) end`),
        },
        sql`from (select each.id from (${ids}) each limit ${most + 1}) one`,
      ),
    );
    const total = found?.total ?? 0;
    return { total, ids: total <= FEW_IDS ? (found?.ids ?? []) : null };
  }
}

interface LargeConditions {
  readonly plain: readonly Sql[];
  readonly sets: readonly IdSet[];
  /** The set with the fewest ids, if these are counted. */
  readonly smallest: Candidate | undefined;
}

/** A condition that is repeated would be estimated as two, which only few rows meet together. */
const isAskedBy = (sets: readonly IdSet[], plain: Sql): boolean =>
  sets.some(({ condition, includes }) => condition === plain && !includes.includes(plain));

const conditionsBut = (sets: readonly IdSet[], set: IdSet): Sql[] =>
  sets.filter((other) => other !== set).map(({ condition }) => condition);

/** A list over a query has rows for only some of the ids, so no set is the whole list. */
const candidateOf = ({ isDerived = false }: ReadList, set: IdSet, others: readonly Sql[]): Candidate => ({
  set,
  others,
  isWhole: !isDerived && others.every((condition) => set.includes.includes(condition)),
});

function byIds({ id, isDerived = false, joins }: ReadList, candidate: Candidate, ids: readonly number[]): ListRange {
  const { others, isWhole } = candidate;
  const isOnlySorted = joins !== undefined && isWhole;
  const rows = [isOneOf(id.sql, ids, isDerived || isOnlySorted), ...others];
  return { rows, isPage: false, counted: rows, total: isWhole || ids.length === 0 ? ids.length : null };
}

/** A set, and the ids of its rows that are not open to everyone if these are few. */
interface KnownSet {
  readonly set: IdSet;
  readonly others: readonly number[] | null;
}

/** The condition of a large set for each row. */
const conditionOf = ({ condition, parts }: IdSet, others: readonly number[] | null, isOne: typeof isFound): Sql =>
  parts && others ? sql`${parts.open} or ${isOne(parts.id, others)}` : condition;

/**
 * Selects the ids of all rows, the open ones and the few others separately, so that each part is counted in an index of
 * its own; undefined when no set distinguishes them.
 */
function idsApart(
  { id, from, counted = from }: ReadList,
  plain: readonly Sql[],
  known: readonly KnownSet[],
): Sql | undefined {
  const split = known.find(({ set, others }) => set.parts && others);
  if (!split?.set.parts || !split.others) {
    return undefined;
  }
  const { open, id: partId } = split.set.parts;
  const rest = known.filter((one) => one !== split).map(({ set, others }) => conditionOf(set, others, isAmong));
  const shared = [...plain, ...rest];
  const idsWhere = (conditions: readonly Sql[]): Sql =>
    sql`select ${id.sql} as id from ${counted} where ${allOf(anew(conditions))}`;
  const others = [...shared, sql`not ${open}`, isAmong(partId, split.others)];
  return sql`${idsWhere([...shared, open])} union all ${idsWhere(others)}`;
}

/** The condition of a large set in a list that is read along its order, or along a prefix of an index. */
const askedOf = ({ prefix }: IdSet, condition: Sql): Sql =>
  prefix ? sql`${prefix} and ${rowByRow(condition)}${PLANNED_ANEW}` : rowByRow(condition);

/** Evaluated as a hashed subquery, whatever the number of ids, in a plan that is prepared. */
const isFound = (id: Sql, ids: readonly number[]): Sql => sql`${id} in (select unnest(${[...ids]}::bigint[]))`;

/** For statements that are planned each time: the planner knows the number of ids, and may read them by index. */
const isAmong = (id: Sql, ids: readonly number[]): Sql => sql`${id} = any(${[...ids]}::bigint[])`;

/**
 * A comparison with an array is a single index scan for all ids, and is pushed down into a query that the list reads
 * from. But the planner expects ten ids, and may choose a nested loop that then runs for many more. The array is a
 * subquery, so that the plan does not depend on its length. `isScanned` means that nothing else is done with the rows,
 * or that they are only sorted and cut.
 */
function isOneOf(id: Sql, ids: readonly number[], isScanned: boolean): Sql {
  const listed = sql`select unnest(${[...ids]}::bigint[])`;
  const isMany = ids.length > SINGLE_IDS;
  return isScanned || !isMany ? sql`${id} = any(array(${listed}))` : sql`${id} in (${listed})${PLANNED_ANEW}`;
}

/** Many rows are searched for those that meet all conditions: a plan for average values may take ten times as long. */
const anew = (conditions: readonly Sql[]): Sql[] => conditions.map((condition) => sql`${condition}${PLANNED_ANEW}`);
