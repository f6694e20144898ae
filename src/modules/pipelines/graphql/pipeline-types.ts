import { Injectable } from '@nestjs/common';
import { readInput } from '../../../common/params/read-input.js';
import { connectionOf, Connections, PAGE } from '../../../core/graphql/connection.js';
import type { PageArguments } from '../../../core/graphql/connection.js';
import { globalId } from '../../../core/graphql/global-id.js';
import { GraphqlTypes, resolversOf } from '../../../core/graphql/graphql-types.js';
import { enumOf } from '../../../core/graphql/words.js';
import { STATUSES } from '../../../core/job-tokens/job-status.js';
import type { Project } from '../../../core/projects/project.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { PARENT } from '../../../platform/database/list-windows.js';
import type { Pipeline } from '../pipeline.js';
import { pipelineConditions } from '../project-pipelines/pipeline-filters.js';
import type { PipelineFilters } from '../project-pipelines/pipeline-filters.js';
import { mayReadPipelines } from '../project-pipelines/pipeline-project.resolver.js';
import { ListPipelinesQuery, pipelineFilters } from '../project-pipelines/pipelines.dto.js';
import { PipelinesRepository } from '../records/pipelines.repository.js';

interface PipelinesArguments extends PageArguments {
  readonly ref?: string | null;
  readonly sha?: string | null;
  readonly source?: string | null;
  readonly status?: string | null;
}

/** Pipelines (contract: scim-graphql §B3). */
@Injectable()
@Contributes(GraphqlTypes)
export class PipelineTypes extends GraphqlTypes {
  override readonly definitions = `
    type Pipeline {
      id: ID!  iid: String!  status: PipelineStatusEnum!  ref: String  sha: String  source: String  path: String
      createdAt: Time!  finishedAt: Time  duration: Int  user: User
    }
    ${connectionOf('Pipeline')}
    ${enumOf('PipelineStatusEnum', STATUSES)}
    extend type Project {
      pipelines(ref: String, sha: String, source: String, status: PipelineStatusEnum, ${PAGE}): PipelineConnection
    }`;

  override readonly resolvers = [
    resolversOf<Project>('Project', {
      pipelines: (project, args: PipelinesArguments, context) =>
        mayReadPipelines(project, context.caller)
          ? this.ofProjects.of(project.id, args, context, (pipeline) => pipeline)
          : null,
    }),
    resolversOf<Pipeline>('Pipeline', {
      id: ({ id }) => globalId('Pipeline', id),
      status: ({ status }) => status.toUpperCase(),
      path: ({ projectPath, id }) => `/${projectPath}/-/pipelines/${id}`,
    }),
  ];

  private readonly ofProjects = new Connections((args: PipelinesArguments) =>
    this.pipelines.below(pipelineConditions(PARENT, filtersIn(args))),
  );

  constructor(private readonly pipelines: PipelinesRepository) {
    super();
  }
}

const filtersIn = ({ ref, sha, source, status }: PipelinesArguments): PipelineFilters =>
  pipelineFilters(
    readInput(ListPipelinesQuery, {
      ref: ref ?? undefined,
      sha: sha ?? undefined,
      source: source ?? undefined,
      status: status?.toLowerCase(),
    }),
  );
