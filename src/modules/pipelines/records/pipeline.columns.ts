import sql from 'sql-template-tag';
import { GHOST_ID, OWNER } from '../../../core/users/user.columns.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { boolean, double, nullable, text } from '../../../platform/database/typed-sql.js';
import { CiPipelineEntity } from './ci-pipeline.entity.js';

/** Columns of a {@link Pipeline}, for `ci_pipelines p` with {@link PIPELINE_JOINS}. */
export const PIPELINE_COLUMNS = {
  ...columnsOf(
    CiPipelineEntity,
    'p',
    'id',
    'iid',
    'projectId',
    'ref',
    'isTag',
    'sha',
    'beforeSha',
    'source',
    'status',
    'name',
    'yamlErrors',
    'userId',
    'triggerId',
    'startedAt',
    'finishedAt',
    'duration',
    'queuedDuration',
    'createdAt',
    'updatedAt',
  ),
  /** Current path of the project. */
  projectPath: text`r.path`,
  user: OWNER,
  /** Whether it succeeded although a job that is allowed to fail failed or was canceled. */
  hasWarnings: boolean`p.status = 'success' and exists (
    select 1 from ci_jobs j where j.pipeline_id = p.id and not j.is_retried and j.allow_failure
      and j.status in ('failed', 'canceled'))`,
  /** Mean coverage of its jobs; null if none has one. */
  coverage: nullable(
    double`(
      select avg(j.coverage)::float8 from ci_jobs j
      where j.pipeline_id = p.id and not j.is_retried and j.coverage is not null)`,
  ),
};

export const PIPELINE_JOINS = sql`
  join routes r on r.project_id = p.project_id
  left join users o on o.id = coalesce(p.user_id, ${GHOST_ID})`;
