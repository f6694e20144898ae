import { columnsOf } from '../../../platform/database/columns-of.js';
import { jsonObject, nullable, text } from '../../../platform/database/typed-sql.js';
import { CiArtifactEntity } from '../artifacts/ci-artifact.entity.js';
import { CiJobEntity } from '../records/ci-job.entity.js';
import { CiPipelineEntity } from '../records/ci-pipeline.entity.js';

/** For `ci_jobs j`, its pipeline `p` and the trigger token `t`. */
export const JOB_ORDER_COLUMNS = {
  ...columnsOf(
    CiJobEntity,
    'j',
    'id',
    'pipelineId',
    'projectId',
    'name',
    'stage',
    'stagePosition',
    'userId',
    'isProtected',
    'needs',
    'options',
    'timeout',
    'variables',
    'playVariables',
  ),
  ...columnsOf(CiPipelineEntity, 'p', 'ref', 'isTag', 'sha', 'beforeSha', 'source', 'eventType', 'triggerId'),
  pipelineIid: columnsOf(CiPipelineEntity, 'p').iid,
  /** From the trigger token; null when no token started the pipeline, or it no longer exists. */
  firstFour: nullable(text`t.first_four`),
};

/** For `ci_jobs j` and its archive `a`. */
export const DEPENDENCY_COLUMNS = {
  ...columnsOf(CiJobEntity, 'j', 'id', 'name', 'stagePosition'),
  archive: jsonObject(columnsOf(CiArtifactEntity, 'a', 'filename', 'size')),
};

/** For `ci_jobs j`. */
export const REPORT_COLUMNS = columnsOf(CiJobEntity, 'j', 'id', 'name', 'stagePosition', 'reportVariables');
