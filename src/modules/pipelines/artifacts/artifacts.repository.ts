import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { countersOf } from '../../../platform/counters/counters-of.js';
import { SecretBox } from '../../../platform/crypto/secret-box.js';
import { Database } from '../../../platform/database/database.js';
import { select } from '../../../platform/database/typed-sql.js';
import { ARTIFACT_COLUMNS } from './artifact.columns.js';
import { ARCHIVE } from './artifact.js';
import type { Artifact, ArtifactFields } from './artifact.js';
import { CiArtifactEntity } from './ci-artifact.entity.js';
import type { TokenedJob } from '../jobs/running-jobs.service.js';

const LIVE: Sql = sql`(j.artifacts_expire_at is null or j.artifacts_expire_at > now())`;

/** Maintained by database triggers on `ci_artifacts`. */
const BYTES = 'artifact_bytes';

export type StoredFile = Pick<Artifact, 'filename' | 'size' | 'blobKey'>;

/** Files uploaded by jobs; their bytes are in the blob store (contract: triggers §13). */
@Injectable()
export class ArtifactsRepository {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {}

  /** Returns the archive of a job; null if there is none or it has expired. */
  findArchive(jobId: number): Promise<Artifact | null> {
    return this.one(sql`
      from ci_artifacts a join ci_jobs j on j.id = a.job_id
      where a.job_id = ${jobId} and a.file_type = ${ARCHIVE} and ${LIVE}`);
  }

  /** Whether the job belongs to the pipeline. */
  isJobOf(pipelineId: number, jobId: number): Promise<boolean> {
    return this.database.exists(sql`select 1 from ci_jobs where id = ${jobId} and pipeline_id = ${pipelineId}`);
  }

  /** Returns the archive of the job with that name in the newest successful pipeline of a ref that has one. */
  findNewest(projectId: number, ref: string, jobName: string): Promise<Artifact | null> {
    return this.one(sql`
      from ci_pipelines p join ci_jobs j on j.pipeline_id = p.id join ci_artifacts a on a.job_id = j.id
      where p.project_id = ${projectId} and p.ref = ${ref} and p.status = 'success' and j.name = ${jobName}
        and not j.is_retried and a.file_type = ${ARCHIVE} and ${LIVE}
      order by p.id desc, j.id desc limit 1`);
  }

  /**
   * Replaces an older file of the same type; returns false when the job no longer runs. `variables` are those that the
   * job reports.
   */
  async put(
    { id: jobId, projectId }: Pick<TokenedJob, 'id' | 'projectId'>,
    { type, format, keepSeconds }: ArtifactFields,
    file: StoredFile,
    variables: ReadonlyMap<string, string> | null,
  ): Promise<boolean> {
    const sealed = variables && this.box.seal(JSON.stringify(Object.fromEntries(variables)));
    const kept = await this.database.run(sql`
      update ci_jobs
      set artifacts_expire_at = case when ${keepSeconds}::float8 is null then artifacts_expire_at
                                     else now() + ${keepSeconds}::float8 * interval '1 second' end,
          report_variables = coalesce(${sealed}::bytea, report_variables)
      where id = ${jobId} and status = 'running'`);
    if (kept === 0) {
      return false;
    }
    const artifacts = this.database.repository(CiArtifactEntity);
    await artifacts.delete({ jobId, fileType: type });
    await artifacts.insert({ jobId, projectId, fileType: type, fileFormat: format, ...file });
    return true;
  }

  /**
   * Deletes the job's files and the variables read from them. Waits for an upload of the job that is about to commit,
   * and also deletes its file.
   */
  async deleteOf(jobId: number): Promise<void> {
    await this.database.transaction(async () => {
      await this.database.run(sql`
        update ci_jobs set artifacts_expire_at = null, report_variables = null where id = ${jobId}`);
      await this.database.repository(CiArtifactEntity).delete({ jobId });
    });
  }

  /** Deletes expired files; returns the number of deleted files. */
  deleteExpired(limit: number): Promise<number> {
    return this.database.run(sql`
      with over as (
        select id from ci_jobs where artifacts_expire_at <= now() order by artifacts_expire_at limit ${limit}),
      forgotten as (update ci_jobs set artifacts_expire_at = null where artifacts_expire_at <= now() and id in (
        select o.id from over o where not exists (select 1 from ci_artifacts a where a.job_id = o.id)))
      delete from ci_artifacts where job_id in (select id from over)`);
  }

  /** Returns the total size in bytes of the files of each project, by project id. */
  bytesOf(projectIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return countersOf(this.database, BYTES, projectIds);
  }

  private one(rest: Sql): Promise<Artifact | null> {
    return this.database.row(select(ARTIFACT_COLUMNS, rest));
  }
}
