import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { DEPENDENCY_COLUMNS, JOB_ORDER_COLUMNS, REPORT_COLUMNS } from './job-order.columns.js';

/** All stored data of a job that a runner takes. */
export interface JobOrder extends Omit<RowOf<typeof JOB_ORDER_COLUMNS>, 'variables' | 'playVariables'> {
  /** Variables from the definition, by name. */
  readonly variables: Readonly<Record<string, string>>;
  /** Variables given by the user who played the job. */
  readonly playVariables: Readonly<Record<string, string>>;
}

/** A job whose artifacts another job receives. */
export type JobDependency = RowOf<typeof DEPENDENCY_COLUMNS>;

/** A job that reported variables for later jobs. */
export interface JobReport extends Omit<RowOf<typeof REPORT_COLUMNS>, 'reportVariables'> {
  readonly reportVariables: Readonly<Record<string, string>>;
}
