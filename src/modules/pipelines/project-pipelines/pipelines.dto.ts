import type { SortDirection } from '../../../common/pagination/page-request.js';
import { Bool, Int, Json, OneOf, Text, Time } from '../../../common/params/param.decorators.js';
import { PIPELINE_SOURCES } from '../pipeline-source.js';
import type { PipelineSource } from '../pipeline-source.js';
import { STATUSES } from '../../../core/job-tokens/job-status.js';
import type { Status } from '../../../core/job-tokens/job-status.js';
import { VARIABLES_FORMS, variablesProblem } from '../variables/read-variables.js';
import { PIPELINE_SCOPES } from './pipeline-filters.js';
import type { PipelineFilters, PipelineScope } from './pipeline-filters.js';

/** Contract: triggers §4, §16.6. */
export class ListPipelinesQuery {
  @OneOf(PIPELINE_SCOPES) scope?: PipelineScope;
  @OneOf(STATUSES) status?: Status;
  @Text() ref?: string;
  @Text() sha?: string;
  @OneOf(PIPELINE_SOURCES) source?: PipelineSource;
  @Bool() yaml_errors?: boolean;
  @Text() username?: string;
  @Text() event_type?: string;
  @Time() updated_before?: Date;
  @Time() updated_after?: Date;
  @Time() created_before?: Date;
  @Time() created_after?: Date;
  @OneOf(['id', 'status', 'ref', 'updated_at', 'user_id'], { hasDefault: true }) order_by?: string;
  @OneOf(['asc', 'desc'], { hasDefault: true }) sort?: SortDirection;
}

export class LatestPipelineQuery {
  @Text({ hasDefault: true }) ref?: string;
}

export class ShowPipelineQuery {
  @Int({ min: 1, max: 60, description: 'Seconds to wait for another status.' }) wait?: number;
}

export class CreatePipelineInput {
  @Text({ required: true }) ref: string;
  @Json({
    description: 'A map, or a list of `{key, value, variable_type}`.',
    check: variablesProblem,
    forms: VARIABLES_FORMS,
  })
  variables?: unknown;
  @Bool() dry_run?: boolean;
}

export const pipelineFilters = (query: ListPipelinesQuery): PipelineFilters => ({
  scope: query.scope,
  status: query.status,
  ref: query.ref,
  sha: query.sha,
  source: query.source,
  hasYamlErrors: query.yaml_errors,
  username: query.username,
  eventType: query.event_type,
  updatedBefore: query.updated_before,
  updatedAfter: query.updated_after,
  createdBefore: query.created_before,
  createdAfter: query.created_after,
});
