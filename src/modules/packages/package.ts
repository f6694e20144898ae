import type { RowOf } from '../../platform/database/typed-sql.js';
import type { FILE_COLUMNS, GROUP_PACKAGE_COLUMNS, PACKAGE_COLUMNS } from './records/package.columns.js';

/** One version of a package as management shows it. */
export type Package = RowOf<typeof PACKAGE_COLUMNS>;

/** The same in a list of a group, with the path of its project. */
export type GroupPackage = RowOf<typeof GROUP_PACKAGE_COLUMNS>;

/** A file of a package, with the digests of its bytes. */
export type PackageFile = RowOf<typeof FILE_COLUMNS>;
