import type { RowOf } from '../../platform/database/typed-sql.js';
import type {
  FILE_COLUMNS,
  GROUP_PACKAGE_COLUMNS,
  LINKED_PIPELINE_COLUMNS,
  PACKAGE_COLUMNS,
  TAG_COLUMNS,
  VERSION_COLUMNS,
} from './records/package.columns.js';

/** One version of a package in the management API. */
export type Package = RowOf<typeof PACKAGE_COLUMNS>;

/** A package in a list of a group, with the path of its project. */
export type GroupPackage = RowOf<typeof GROUP_PACKAGE_COLUMNS>;

/** A file of a package, with the digests of its bytes. */
export type PackageFile = RowOf<typeof FILE_COLUMNS>;

/** Another version of a package. */
export type PackageVersion = RowOf<typeof VERSION_COLUMNS>;

/** A pipeline that uploaded to the package or file with that id. */
export type LinkedPipeline = RowOf<typeof LINKED_PIPELINE_COLUMNS>;
export type PackageTag = RowOf<typeof TAG_COLUMNS>;
