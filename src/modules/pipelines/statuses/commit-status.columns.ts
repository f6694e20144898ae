import { OWNER } from '../../../core/users/user.columns.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { double, nullable } from '../../../platform/database/typed-sql.js';
import { CiJobEntity } from '../records/ci-job.entity.js';
import { CiPipelineEntity } from '../records/ci-pipeline.entity.js';

/** Columns of a {@link CommitStatus}, for `ci_jobs j`, its pipeline `p` and its author `users o`. */
export const COMMIT_STATUS_COLUMNS = {
  ...columnsOf(
    CiJobEntity,
    'j',
    'id',
    'status',
    'name',
    'targetUrl',
    'description',
    'allowFailure',
    'pipelineId',
    'createdAt',
    'startedAt',
    'finishedAt',
  ),
  ...columnsOf(CiPipelineEntity, 'p', 'sha', 'ref'),
  coverage: nullable(double`j.coverage::float8`),
  author: OWNER,
};
