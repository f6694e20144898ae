import type { RawParams } from '../../../common/params/form-encoding.js';
import type { ListRequest } from '../../../platform/database/list-query.js';
import { textIn } from '../../../platform/views/form-text.js';
import { pageIn } from '../../../platform/views/pager.js';
import type { PackageFilters } from '../management/package-filters.js';
import { PACKAGE_TYPES } from '../package-types.js';

/** Sort orders of list pages, by their names in the URL. */
export const PACKAGE_SORTS = {
  newest: { orderBy: 'created_at', sort: 'desc', text: 'Newest first' },
  oldest: { orderBy: 'created_at', sort: 'asc', text: 'Oldest first' },
  name: { orderBy: 'name', sort: 'asc', text: 'Name' },
  version: { orderBy: 'version', sort: 'desc', text: 'Version' },
  type: { orderBy: 'type', sort: 'asc', text: 'Type' },
} as const;

export const DELETED = 'deleted';

/** Values of the form above a list; unknown values count as absent. */
export interface PackageQuery {
  readonly name: string;
  readonly type: string;
  readonly sort: keyof typeof PACKAGE_SORTS;
  /** Shows packages that can be restored, instead of the others. */
  readonly isOfDeleted: boolean;
}

/** Reads the query of a list page; unknown values count as absent. */
export function readPackageQuery(query: RawParams): PackageQuery {
  const [type, sort] = [textIn(query, 'type'), textIn(query, 'sort')];
  return {
    name: textIn(query, 'name').slice(0, 255),
    type: PACKAGE_TYPES.find((known) => known === type) ?? '',
    sort: isSort(sort) ? sort : 'newest',
    isOfDeleted: textIn(query, 'show') === DELETED,
  };
}

const isSort = (text: string): text is PackageQuery['sort'] => Object.hasOwn(PACKAGE_SORTS, text);

/** The filters of the list that the query asks for. */
export function filtersOf({ name, type, isOfDeleted }: PackageQuery): PackageFilters {
  return {
    type: PACKAGE_TYPES.find((known) => known === type),
    name: name === '' ? undefined : name,
    version: undefined,
    includesVersionless: undefined,
    status: isOfDeleted ? 'pending_destruction' : undefined,
  };
}

/** The page of the list that the query asks for. */
export function requestOf({ sort }: PackageQuery, query: RawParams): ListRequest {
  const { orderBy, sort: direction } = PACKAGE_SORTS[sort];
  return { page: pageIn(query), orderBy, sort: direction };
}
