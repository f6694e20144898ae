import type { Page } from '../../../common/pagination/page.js';
import { button, field, select } from '../../../platform/views/forms.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import { moment } from '../../../platform/views/moment.js';
import { pager } from '../../../platform/views/pager.js';
import { table } from '../../../platform/views/table.js';
import type { GroupPackageView, PackageView } from '../management/package.presenter.js';
import { PACKAGE_TYPES } from '../package-types.js';
import { DELETED, PACKAGE_SORTS } from './package-query.js';
import type { PackageQuery } from './package-query.js';

export interface PackageListFacts {
  /** Path of the list. */
  readonly here: string;
  readonly query: PackageQuery;
  readonly packages: Page<PackageView | GroupPackageView>;
  /** Shown above the list: the result of the last action. */
  readonly above?: Insert;
  /** Actions on a deleted package; absent if deleted packages are not offered. */
  readonly restoring?: (id: number) => Insert;
}

/** Renders the packages of a project, or of the projects of a group. */
export function packageList({ here, query, packages, above = NOTHING, restoring }: PackageListFacts): Safe {
  const { name, type, sort, isOfDeleted } = query;
  const show = isOfDeleted ? DELETED : '';
  return html`<h1>Packages</h1>
    ${above}
    <form class="search" method="get" action="${here}" role="search">
      ${field({ name: 'name', label: 'Name', value: name })}
      ${select({ name: 'type', label: 'Type', value: type, options: [['', 'Any'], ...PACKAGE_TYPES.map(worded)] })}
      ${select({ name: 'sort', label: 'Order', value: sort, options: sortOptions })}
      ${restoring ? select({ name: 'show', label: 'Show', value: show, options: SHOWN }) : NOTHING}
      ${button('Search', 'plain')}
    </form>
    <div class="card">
      ${
        packages.items.length === 0
          ? html`<p class="muted">${name + type + show === '' ? 'No packages yet.' : 'No package fits.'}</p>`
          : restoring && isOfDeleted
            ? table(
                [...COLUMNS, ''],
                packages.items.map((shown) => deletedRow(shown, restoring(shown.id))),
              )
            : table(COLUMNS, packages.items.map(rowOf))
      }
      ${pager(packages, here, { name, type, sort, show })}
    </div>`;
}

const COLUMNS = ['Package', 'Version', 'Type', 'Published'];
const SHOWN = [
  ['', 'Packages'],
  [DELETED, 'Deleted packages'],
] as const;

const worded = (type: string) => [type, wordOf(type)] as const;
const sortOptions = Object.entries(PACKAGE_SORTS).map(([name, { text }]) => [name, text] as const);

/** The display name of a format. */
export const wordOf = (type: string): string => type.replaceAll('_', ' ');

const rowOf = (shown: PackageView | GroupPackageView): Insert[] => [
  html`<a href="${shown._links.web_path}">${shown.name}</a> ${statusTag(shown.status)}
    ${'project_path' in shown ? html`<small>${shown.project_path}</small>` : NOTHING}`,
  ...factsOf(shown),
];

/** Deleted packages have no page of their own. */
const deletedRow = (shown: PackageView, restoring: Insert): Insert[] => [shown.name, ...factsOf(shown), restoring];

const factsOf = ({ version, package_type: type, created_at: createdAt }: PackageView | GroupPackageView): Insert[] => [
  version,
  wordOf(type),
  moment(createdAt),
];

export const statusTag = (status: string): Safe =>
  status === 'default'
    ? NOTHING
    : html`<span class="tag ${status === 'error' ? 'bad' : 'warn'}">${status.replaceAll('_', ' ')}</span>`;
