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

/** Up to here a page is cut from the rows of an {@link IdSet}; above, one in so many rows of the table is on the page. */
const FEW_IDS = 5000;
/** Up to here the plan of a prepared statement fits, which expects ten ids. */
const SINGLE_IDS = 50;

export type ListCondition = Sql | IdSet;

/** How many ids a set has, and the rows of the list that it leads to. */
interface CountedSet {
  readonly total: number;
  readonly rows: readonly Sql[];
}

interface SeenIds {
  readonly total: number;
  readonly ids: readonly number[] | null;
}

/** Of a list: its ids and tables, whether it reads from a query, and what it joins to the page alone. */
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
  /** Whether these are the rows of the page that is asked for, instead of those that it is cut from. */
  readonly isPage: boolean;
  /** All rows, for counting them. */
  readonly counted: readonly Sql[];
  /** Selects the ids of all rows, where that counts them sooner. */
  readonly ids?: Sql;
  /** Null unless it is known already, up to the limit of counts. */
  readonly total: number | null;
}

/** Decides how a list is read whose conditions are sets of ids: by the ids where they are few, else along its order. */
export class ListRanges {
  /** Those of more than few ids. */
  private readonly large = new LargeSets();
  /** Those of more ids than are counted. */
  private readonly uncounted = new LargeSets();

  constructor(private readonly database: Database) {}

  /**
   * The first set decides that has few ids, or finds the page by itself; of a list that has no other condition, a set
   * tells the total, too, unless the list reads from a query: that has rows for some of the ids alone. Else rows are counted
   * among those of the smallest set, unless all are large.
   */
  async of(list: ReadList, where: readonly ListCondition[]): Promise<ListRange> {
    const { id, isDerived = false, joins } = list;
    const sets = where.filter(isIdSet);
    const plain = where.filter((condition): condition is Sql => !isIdSet(condition) && !isAskedBy(sets, condition));
    let least: CountedSet = { total: COUNT_LIMIT + 1, rows: [] };
    for (const set of sets) {
      const others = [...plain, ...sets.filter((other) => other !== set).map(({ condition }) => condition)];
      const isWhole = !isDerived && others.every((condition) => set.includes.includes(condition));
      const all = [rowByRow(set.condition), ...others];
      const page = isWhole && set.page ? pageOf(id.sql, set.page, { counted: all, ids: set.manyIds ?? set.ids }) : null;
      if (page && (set.isSparse !== true || this.large.has(set.ids))) {
        return page;
      }
      const { total, ids } = page ? await this.lookAt(set.ids, FEW_IDS) : await this.count(set.ids);
      if (ids) {
        const isOnlySorted = joins !== undefined && isWhole;
        const rows = [isOneOf(id.sql, ids, isDerived || isOnlySorted), ...others];
        return { rows, isPage: false, counted: rows, total: isWhole || total === 0 ? total : null };
      }
      if (page) {
        this.large.add(set.ids);
        return page;
      }
      if (isWhole) {
        const rows = [askedOf(set, conditionOf(set, await this.othersOf(set), isFound)), ...others];
        return { rows, isPage: false, counted: rows, total };
      }
      least = total < least.total ? { total, rows: [sql`${id.sql} in (${set.ids})`, ...others] } : least;
    }
    if (sets.length === 0) {
      return { rows: plain, isPage: false, counted: plain, total: null };
    }
    const known = await Promise.all(sets.map(async (set) => ({ set, others: await this.othersOf(set) })));
    const conditions = known.map(({ set, others }) => conditionOf(set, others, isAmong));
    const rows = anew([...plain, ...known.map(({ set }, index) => askedOf(set, conditions[index] ?? set.condition))]);
    if (least.rows.length > 0) {
      return { rows, isPage: false, counted: anew(least.rows), total: null };
    }
    const counted = anew([...plain, ...conditions]);
    const ids = idsApart(list, plain, known);
    return { rows, isPage: false, counted, ...(ids && { ids }), total: null };
  }

  /** Ids of the rows of a set that are not open to everybody; null unless they are few. */
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

  /** As {@link lookAt}, up to the limit of counts; of a set that had many more a short while ago, that it has more. */
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

  /** How many ids there are, up to one more than `most`; and which, where they are few. */
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

/** Asked twice, a condition would be taken for two that few rows meet together. */
const isAskedBy = (sets: readonly IdSet[], plain: Sql): boolean =>
  sets.some(({ condition, includes }) => condition === plain && !includes.includes(plain));

const pageOf = (id: Sql, page: Sql, all: Pick<ListRange, 'counted' | 'ids'>): ListRange => ({
  rows: [sql`${id} = any(array(${page}))`],
  isPage: true,
  ...all,
  total: null,
});

/** A set whose rows that are not open to everybody are known, where they are few. */
interface KnownSet {
  readonly set: IdSet;
  readonly others: readonly number[] | null;
}

/** Of a set of many, for each row. */
const conditionOf = ({ condition, parts }: IdSet, others: readonly number[] | null, isOne: typeof isFound): Sql =>
  parts && others ? sql`${parts.open} or ${isOne(parts.id, others)}` : condition;

/**
 * Selects the ids of all rows, those that are open to everybody apart from the few others, so that each of the two is
 * counted in an index of its own; undefined where no set tells them apart.
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

/** For a list that is read along its order: of a set of many, or along the part of an index that holds all of them. */
const askedOf = ({ prefix }: IdSet, condition: Sql): Sql =>
  prefix ? sql`${prefix} and ${rowByRow(condition)}${PLANNED_ANEW}` : rowByRow(condition);

/** Whatever their number, found at once in a plan for usual values. */
const isFound = (id: Sql, ids: readonly number[]): Sql => sql`${id} in (select unnest(${[...ids]}::bigint[]))`;

/** For statements that are planned anew: how many rows meet it is known, and those may be read by their index. */
const isAmong = (id: Sql, ids: readonly number[]): Sql => sql`${id} = any(${[...ids]}::bigint[])`;

/**
 * A comparison with an array is one scan of the index for all ids, and reaches into a query that the list reads from; but
 * ten ids are planned for, which may join or look at many more one by one. The array is a query, so that no length is
 * planned for. What is `isScanned` is only that, or only sorted and cut.
 */
function isOneOf(id: Sql, ids: readonly number[], isScanned: boolean): Sql {
  const listed = sql`select unnest(${[...ids]}::bigint[])`;
  const isMany = ids.length > SINGLE_IDS;
  return isScanned || !isMany ? sql`${id} = any(array(${listed}))` : sql`${id} in (${listed})${PLANNED_ANEW}`;
}

/** Many rows are looked through for those that meet all conditions: a plan for usual values may take ten times as long. */
const anew = (conditions: readonly Sql[]): Sql[] => conditions.map((condition) => sql`${condition}${PLANNED_ANEW}`);
