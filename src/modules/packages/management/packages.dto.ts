import { Bool, Filter, OneOf } from '../../../common/params/param.decorators.js';
import type { SortDirection } from '../../../common/pagination/page-request.js';
import { NOT_IN_GROUPS, PACKAGE_STATUSES, PACKAGE_TYPES } from '../package-types.js';
import type { PackageStatus, PackageType } from '../package-types.js';
import type { PackageFilters } from './package-filters.js';

const ORDERS = ['created_at', 'name', 'version', 'type'];
const ORDER_OPTIONS = { hasDefault: true, inKeyset: ['id'] } as const;

abstract class PackageFiltersQuery {
  @Filter() package_name?: string;
  @Filter() package_version?: string;
  @Bool() include_versionless?: boolean;
  @OneOf(PACKAGE_STATUSES, { hasDefault: true }) status?: PackageStatus;
  @OneOf(['asc', 'desc'], { hasDefault: true }) sort?: SortDirection;
  abstract package_type?: PackageType;

  toFilters(): PackageFilters {
    return {
      type: this.package_type,
      name: this.package_name,
      version: this.package_version,
      includesVersionless: this.include_versionless,
      status: this.status,
    };
  }
}

/** Contract: packages §3.2. */
export class ListPackagesQuery extends PackageFiltersQuery {
  @OneOf(ORDERS, ORDER_OPTIONS) order_by?: string;
  @OneOf(PACKAGE_TYPES) override package_type?: PackageType;
}

/** Contract: packages §3.2. */
export class ListGroupPackagesQuery extends PackageFiltersQuery {
  @OneOf([...ORDERS, 'project_path'], ORDER_OPTIONS) order_by?: string;
  @OneOf(PACKAGE_TYPES.filter((type) => type !== NOT_IN_GROUPS)) override package_type?: PackageType;
  @Bool() exclude_subgroups?: boolean;
}
