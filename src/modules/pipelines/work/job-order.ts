import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { DEPENDENCY_COLUMNS, JOB_ORDER_COLUMNS, REPORT_COLUMNS } from './job-order.columns.js';

/** All that is stored of a job that a runner takes. */
export interface JobOrder extends Omit<RowOf<typeof JOB_ORDER_COLUMNS>, 'variables' | 'playVariables'> {
  /** Of the file, by name. */
  readonly variables: Readonly<Record<string, string>>;
  /** Said by who played it. */
  readonly playVariables: Readonly<Record<string, string>>;
}

/** A job whose artifacts another one takes. */
export type JobDependency = RowOf<typeof DEPENDENCY_COLUMNS>;

/** A job that told variables for later ones. */
export interface JobReport extends Omit<RowOf<typeof REPORT_COLUMNS>, 'reportVariables'> {
  readonly reportVariables: Readonly<Record<string, string>>;
}
