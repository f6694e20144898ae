import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { SecretBox } from '../../../platform/crypto/secret-box.js';
import { Database } from '../../../platform/database/database.js';
import type { JobDependency, JobOrder } from './job-order.js';

type Row = Omit<JobOrder, 'variables' | 'playVariables'> & {
  readonly variables: Buffer | null;
  readonly playVariables: Buffer | null;
};

/** What jobs are made of, for those who run them. */
@Injectable()
export class JobOrdersRepository {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {}

  async find(id: number): Promise<JobOrder | null> {
    const row = await this.database.row<Row>(sql`
      select j.id, j.pipeline_id as "pipelineId", p.iid as "pipelineIid", j.project_id as "projectId", j.name, j.stage,
             j.stage_position as "stagePosition", j.user_id as "userId", p.ref, p.is_tag as "isTag",
             j.is_protected as "isProtected", p.sha, p.before_sha as "beforeSha", p.source, p.event_type as "eventType",
             p.trigger_id as "triggerId", t.first_four as "firstFour", j.needs, j.options, j.timeout, j.variables,
             j.play_variables as "playVariables"
      from ci_jobs j join ci_pipelines p on p.id = j.pipeline_id left join ci_triggers t on t.id = p.trigger_id
      where j.id = ${id}`);
    return row && { ...row, variables: this.openMap(row.variables), playVariables: this.openMap(row.playVariables) };
  }

  /** Jobs of earlier stages of the pipeline, and others of it by name, that left an archive. */
  withArchives(pipelineId: number): Promise<JobDependency[]> {
    return this.database.rows<JobDependency>(sql`
      select j.id, j.name, j.stage_position as "stagePosition",
             json_build_object('filename', a.filename, 'size', a.size) as archive
      from ci_jobs j join ci_artifacts a on a.job_id = j.id and a.file_type = 'archive'
      where j.pipeline_id = ${pipelineId} and not j.is_retried
        and (j.artifacts_expire_at is null or j.artifacts_expire_at > now())
      order by j.stage_position, j.id`);
  }

  private openMap(sealed: Buffer | null): Readonly<Record<string, string>> {
    const value: unknown = sealed ? JSON.parse(this.box.open(sealed)) : {};
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  }
}
