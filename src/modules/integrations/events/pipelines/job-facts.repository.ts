import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { UserEntity } from '../../../../core/users/user.entity.js';
import { columnsOf } from '../../../../platform/database/columns-of.js';
import { Database } from '../../../../platform/database/database.js';
import {
  double,
  json,
  jsonObject,
  jsonObjectIf,
  lookup,
  nullable,
  select,
  text,
} from '../../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../../platform/database/typed-sql.js';
import { ARCHIVE } from '../../../pipelines/artifacts/artifact.js';
import { CiArtifactEntity } from '../../../pipelines/artifacts/ci-artifact.entity.js';
import { CiJobEntity } from '../../../pipelines/records/ci-job.entity.js';
import { CiRunnerEntity } from '../../../pipelines/runners/ci-runner.entity.js';

const JOB_COLUMNS = {
  ...columnsOf(
    CiJobEntity,
    'j',
    'id',
    'name',
    'stage',
    'status',
    'runWhen',
    'allowFailure',
    'isRetried',
    'failureReason',
    'createdAt',
    'startedAt',
    'finishedAt',
  ),
  duration: nullable(double`extract(epoch from j.finished_at - j.started_at)::float8`),
  queuedDuration: nullable(double`extract(epoch from j.started_at - j.queued_at)::float8`),
  /** As in the job's definition: a name, or an object with a name; null for a job without an environment. */
  environment: json`j.options->'environment'`,
  archive: lookup(
    jsonObject(columnsOf(CiArtifactEntity, 'a', 'filename', 'size')),
    sql`from ci_artifacts a where a.job_id = j.id and a.file_type = ${ARCHIVE} order by a.id desc limit 1`,
  ),
  /** The account that started the job; null if none did. */
  user: jsonObjectIf(sql`u.id is not null`, columnsOf(UserEntity, 'u', 'id', 'name', 'username', 'email')),
  runner: jsonObjectIf(sql`n.id is not null`, {
    ...columnsOf(CiRunnerEntity, 'n', 'id', 'description', 'isPaused'),
    type: columnsOf(CiRunnerEntity, 'n').runnerType,
  }),
};
/** A job as events show it. */
export type JobFacts = RowOf<typeof JOB_COLUMNS>;

const FROM = sql`
  from ci_jobs j left join ci_runners n on n.id = j.runner_id left join users u on u.id = j.user_id`;

/** Reads jobs of pipelines for events. */
@Injectable()
export class JobFactsRepository {
  constructor(private readonly database: Database) {}

  find(id: number): Promise<JobFacts | null> {
    return this.database.row(select(JOB_COLUMNS, sql`${FROM} where j.id = ${id}`));
  }

  /** Includes retried jobs; ordered by stage. */
  ofPipeline(pipelineId: number): Promise<JobFacts[]> {
    return this.database.rows(
      select(JOB_COLUMNS, sql`${FROM} where j.pipeline_id = ${pipelineId} order by j.stage_position, j.id`),
    );
  }

  /** Returns names only: values are secret. */
  async variableKeys(pipelineId: number): Promise<string[]> {
    const rows = await this.database.rows(
      select(
        { key: text`v.key` },
        sql`from ci_pipeline_variables v where v.pipeline_id = ${pipelineId} order by v.key`,
      ),
    );
    return rows.map(({ key }) => key);
  }
}
