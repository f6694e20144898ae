import { Injectable } from '@nestjs/common';
import { mayCall } from '../../../core/access/route-rights.js';
import { Batch } from '../../../core/graphql/batch.js';
import { connectionOf, Connections, PAGE } from '../../../core/graphql/connection.js';
import type { PageArguments } from '../../../core/graphql/connection.js';
import { globalId, readGlobalId } from '../../../core/graphql/global-id.js';
import { notPermitted } from '../../../core/graphql/graphql-errors.js';
import type { GraphqlContext } from '../../../core/graphql/graphql-context.js';
import { GraphqlTypes, resolversOf } from '../../../core/graphql/graphql-types.js';
import { mutation, mutationType } from '../../../core/graphql/mutation.js';
import { orderIn, sortEnumOf } from '../../../core/graphql/words.js';
import type { Group } from '../../../core/groups/group.js';
import { GraphqlProjectsService } from '../../../core/projects/graphql/graphql-projects.service.js';
import type { Project } from '../../../core/projects/project.js';
import { Env } from '../../../platform/config/env.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { RepositoryDeletionController } from '../deletion/repository-deletion.controller.js';
import { RepositoryDeletionService } from '../deletion/repository-deletion.service.js';
import { imagePathOf } from '../repositories/image-repository.js';
import { mayReadImages } from '../repositories/image-project.resolver.js';
import { RepositoryRecordsRepository } from '../repositories/repository-records.repository.js';
import type { RepositoryRecord } from '../repositories/repository-record.js';
import { GroupRepositoriesController } from '../repositories/views/group-repositories.controller.js';

interface RepositoriesArguments extends PageArguments {
  readonly name?: string | null;
  readonly sort?: string | null;
}

const SORTS = { NAME: 'name', CREATED: 'created_at', UPDATED: 'updated_at' };
const LIST = `containerRepositories(name: String, sort: ContainerRepositorySort, ${PAGE}): ContainerRepositoryConnection`;
const DELETION = { controller: RepositoryDeletionController, method: 'delete' } as const;

const itself = (repository: RepositoryRecord): RepositoryRecord => repository;

/** Image repositories (contract: scim-graphql §B3). */
@Injectable()
@Contributes(GraphqlTypes)
export class ImageRepositoryTypes extends GraphqlTypes {
  override readonly definitions = `
    extend type Query { containerRepository(id: ID!): ContainerRepository }
    type ContainerRepository {
      id: ID!  name: String!  path: String!  location: String!  status: String  canDelete: Boolean!
      createdAt: Time!  updatedAt: Time!  expirationPolicyStartedAt: Time
      project: Project!  tagsCount: Int  size: Float
    }
    ${connectionOf('ContainerRepository')}
    ${sortEnumOf('ContainerRepositorySort', SORTS)}
    extend type Project { ${LIST}  containerRepositoriesCount: Int }
    extend type Group { ${LIST} }
    ${mutationType(
      'destroyContainerRepository',
      'id: ID!',
      'containerRepository: ContainerRepository  operation: Operation',
    )}`;

  override readonly resolvers = [
    resolversOf<unknown>('Query', {
      containerRepository: (_, { id }: { readonly id: string }, context) =>
        this.find(readGlobalId('ContainerRepository', id), context),
    }),
    resolversOf<Project>('Project', {
      containerRepositories: (project, args: RepositoriesArguments, context) =>
        mayReadImages(project, context.caller) ? this.ofProjects.of(project.id, args, context, itself) : null,
      containerRepositoriesCount: (project, _args, context) =>
        mayReadImages(project, context.caller) ? this.ofProjects.countOf(project.id, {}, context) : null,
    }),
    resolversOf<Group>('Group', {
      containerRepositories: ({ id, level }, args: RepositoriesArguments, context) =>
        mayCall(GroupRepositoriesController, 'list', context.caller, level)
          ? this.ofGroups.of(id, args, context, itself)
          : null,
    }),
    resolversOf<RepositoryRecord>('ContainerRepository', {
      id: ({ id }) => globalId('ContainerRepository', id),
      path: (repository) => imagePathOf(repository),
      location: (repository) => `${this.env.registryHost}/${imagePathOf(repository)}`,
      expirationPolicyStartedAt: ({ cleanupPolicyStartedAt }) => cleanupPolicyStartedAt,
      project: ({ projectId }, _args, context) => this.projects.find(projectId, context),
      canDelete: ({ projectId }, _args, context) => this.projects.mayChange(projectId, context, DELETION),
      tagsCount: ({ id }, _args, context) => this.tagCounts.load(id, null, context),
      size: ({ id }, _args, context) => this.sizes.load(id, null, context),
    }),
    resolversOf<unknown>('Mutation', {
      destroyContainerRepository: mutation((input: { readonly id: string }, context) =>
        this.destroy(readGlobalId('ContainerRepository', input.id), context),
      ),
    }),
  ];

  private readonly ofProjects = new Connections(
    ({ name }: RepositoriesArguments) => this.records.ofProjects(name ?? undefined),
    ({ sort }) => orderIn(SORTS, sort),
  );
  private readonly ofGroups = new Connections(
    ({ name }: RepositoriesArguments) => this.records.ofGroups(name ?? undefined),
    ({ sort }) => orderIn(SORTS, sort),
  );
  private readonly tagCounts = new Batch<null, number>((ids) => this.records.tagCounts(ids));
  private readonly sizes = new Batch<null, number>((ids) => this.records.sizes(ids));

  constructor(
    private readonly projects: GraphqlProjectsService,
    private readonly records: RepositoryRecordsRepository,
    private readonly deletion: RepositoryDeletionService,
    private readonly env: Env,
  ) {
    super();
  }

  private async find(id: number, context: GraphqlContext): Promise<RepositoryRecord | null> {
    const repository = await this.records.find(id);
    const project = repository && (await this.projects.find(repository.projectId, context));
    return project && mayReadImages(project, context.caller) ? repository : null;
  }

  private async destroy(id: number, context: GraphqlContext) {
    const repository = await this.find(id, context);
    if (!repository) {
      throw notPermitted();
    }
    const project = await this.projects.permitted(repository.projectId, context, DELETION);
    const operation = await this.deletion.schedule(project, id, context.caller);
    return { containerRepository: await this.records.find(id), operation };
  }
}
