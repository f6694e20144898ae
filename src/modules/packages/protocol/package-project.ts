import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { packageProjectColumns } from './package-project.columns.js';

/** A project, with the level of the subject's account in it; 0 without an account. */
export type PackageProject = RowOf<ReturnType<typeof packageProjectColumns>>;
