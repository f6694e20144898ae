import { Injectable } from '@nestjs/common';
import { connectionOf, Connections, PAGE } from '../../../core/graphql/connection.js';
import type { PageArguments } from '../../../core/graphql/connection.js';
import { readGlobalId } from '../../../core/graphql/global-id.js';
import { badUserInput, notPermitted } from '../../../core/graphql/graphql-errors.js';
import type { GraphqlContext } from '../../../core/graphql/graphql-context.js';
import { GraphqlTypes, resolversOf } from '../../../core/graphql/graphql-types.js';
import { mutation, mutationType } from '../../../core/graphql/mutation.js';
import { orderIn, sortEnumOf } from '../../../core/graphql/words.js';
import { GraphqlProjectsService } from '../../../core/projects/graphql/graphql-projects.service.js';
import { Env } from '../../../platform/config/env.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { mayReadImages } from '../repositories/image-project.resolver.js';
import { RepositoryRecordsRepository } from '../repositories/repository-records.repository.js';
import type { RepositoryRecord } from '../repositories/repository-record.js';
import type { TagDetails } from '../tags/tag.columns.js';
import { presentTagDetails } from '../tags/tag.presenter.js';
import type { TagDetailsView } from '../tags/tag.presenter.js';
import { TagsController } from '../tags/tags.controller.js';
import { TagsRepository } from '../tags/tags.repository.js';
import { TagsService } from '../tags/tags.service.js';

interface TagsArguments extends PageArguments {
  readonly name?: string | null;
  readonly sort?: string | null;
}

interface DestroyInput {
  readonly id: string;
  readonly tagNames: readonly string[];
}

/** A tag as in REST, and the project that contains it. */
interface ShownTag extends TagDetailsView {
  readonly projectId: number;
}

/** In this list, names are the ids. */
const SORTS = { NAME: 'id' };
const MAX_NAMES = 20;
const DELETION = { controller: TagsController, method: 'remove' } as const;

/** Tags of image repositories (contract: scim-graphql §B3). */
@Injectable()
@Contributes(GraphqlTypes)
export class ImageTagTypes extends GraphqlTypes {
  override readonly definitions = `
    type ContainerRepositoryTag {
      name: String!  path: String!  location: String!  digest: String  revision: String  shortRevision: String
      totalSize: BigInt  createdAt: Time  canDelete: Boolean!
    }
    ${connectionOf('ContainerRepositoryTag')}
    ${sortEnumOf('ContainerRepositoryTagSort', SORTS)}
    extend type ContainerRepository {
      tags(name: String, sort: ContainerRepositoryTagSort, ${PAGE}): ContainerRepositoryTagConnection
    }
    ${mutationType('destroyContainerRepositoryTags', 'id: ID! tagNames: [String!]!', 'deletedTagNames: [String!]')}`;

  override readonly resolvers = [
    resolversOf<RepositoryRecord>('ContainerRepository', {
      tags: (repository, args: TagsArguments, context) =>
        this.ofRepositories.of(repository.id, args, context, (tag) => this.shown(tag, repository)),
    }),
    resolversOf<ShownTag>('ContainerRepositoryTag', {
      shortRevision: (tag) => tag.short_revision,
      totalSize: (tag) => String(tag.total_size),
      createdAt: (tag) => tag.created_at,
      canDelete: ({ projectId }, _args, context) => this.projects.mayChange(projectId, context, DELETION),
    }),
    resolversOf<unknown>('Mutation', {
      destroyContainerRepositoryTags: mutation((input: DestroyInput, context) => this.destroy(input, context)),
    }),
  ];

  private readonly ofRepositories = new Connections(
    ({ name }: TagsArguments) => this.tags.ofRepositories(name ?? undefined),
    ({ sort }) => orderIn(SORTS, sort),
  );

  constructor(
    private readonly projects: GraphqlProjectsService,
    private readonly records: RepositoryRecordsRepository,
    private readonly tags: TagsRepository,
    private readonly management: TagsService,
    private readonly env: Env,
  ) {
    super();
  }

  private shown(tag: TagDetails, repository: RepositoryRecord): ShownTag {
    return { ...presentTagDetails(tag, repository, this.env.registryHost), projectId: repository.projectId };
  }

  private async destroy({ id: text, tagNames }: DestroyInput, context: GraphqlContext) {
    const id = readGlobalId('ContainerRepository', text);
    if (tagNames.length === 0 || tagNames.length > MAX_NAMES) {
      throw badUserInput(`tagNames takes 1 to ${MAX_NAMES} names`);
    }
    const repository = await this.records.find(id);
    const project = await this.projects.permitted(repository?.projectId, context, DELETION);
    if (!mayReadImages(project, context.caller)) {
      throw notPermitted();
    }
    return { deletedTagNames: await this.management.deleteAll(project, id, tagNames, context.caller) };
  }
}
