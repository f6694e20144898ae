/** Package formats, in the order in which lists sort them (contract: packages §3.2). */
export const PACKAGE_TYPES = [
  'maven',
  'npm',
  'conan',
  'nuget',
  'pypi',
  'composer',
  'generic',
  'golang',
  'helm',
  'terraform_module',
] as const;
export type PackageType = (typeof PACKAGE_TYPES)[number];

/** Lists of groups do not contain this type (contract: packages §3.2). */
export const NOT_IN_GROUPS: PackageType = 'terraform_module';

export const PACKAGE_STATUSES = ['default', 'hidden', 'processing', 'error', 'pending_destruction'] as const;
/** Contract: packages §3.3. */
export type PackageStatus = (typeof PACKAGE_STATUSES)[number];
