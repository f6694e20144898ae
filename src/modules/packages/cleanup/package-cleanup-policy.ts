import { columnsOf } from '../../../platform/database/columns-of.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { PackageCleanupPolicyEntity } from './package-cleanup-policy.entity.js';

/** For `package_cleanup_policies c`. */
export const POLICY_COLUMNS = columnsOf(
  PackageCleanupPolicyEntity,
  'c',
  'enabled',
  'cadence',
  'keepNVersions',
  'olderThan',
  'nameRegexDelete',
  'nameRegexKeep',
  'packageTypes',
  'nextRunAt',
);
export type PackageCleanupPolicy = RowOf<typeof POLICY_COLUMNS>;

/** The fields that determine which packages are deleted. */
export type PackageCleanupRules = Pick<
  PackageCleanupPolicy,
  'keepNVersions' | 'olderThan' | 'nameRegexDelete' | 'nameRegexKeep' | 'packageTypes'
>;

/** The policy of a project that has not configured one. */
export const NO_POLICY: PackageCleanupPolicy = {
  enabled: false,
  cadence: '1d',
  keepNVersions: null,
  olderThan: null,
  nameRegexDelete: null,
  nameRegexKeep: null,
  packageTypes: [],
  nextRunAt: null,
};
