import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { packageProjectColumns } from './package-project.columns.js';

/** A project as package protocols meet it, with the level of the subject's account there; 0 without one. */
export type PackageProject = RowOf<ReturnType<typeof packageProjectColumns>>;
