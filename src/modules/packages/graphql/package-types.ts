import { Injectable } from '@nestjs/common';
import { connectionOf, Connections, PAGE } from '../../../core/graphql/connection.js';
import type { PageArguments } from '../../../core/graphql/connection.js';
import { globalId, readGlobalId } from '../../../core/graphql/global-id.js';
import { GraphqlTypes, resolversOf } from '../../../core/graphql/graphql-types.js';
import { enumOf, orderIn, sortEnumOf, wordOf } from '../../../core/graphql/words.js';
import type { Group } from '../../../core/groups/group.js';
import { GraphqlProjectsService } from '../../../core/projects/graphql/graphql-projects.service.js';
import type { Project } from '../../../core/projects/project.js';
import { Env } from '../../../platform/config/env.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { allows } from '../access/package-rights.js';
import type { PackageFilters } from '../management/package-filters.js';
import { PackageLinksRepository } from '../management/package-links.repository.js';
import { PackagesRepository } from '../management/packages.repository.js';
import { PACKAGE_STATUSES, PACKAGE_TYPES } from '../package-types.js';
import type { Package, PackageTag } from '../package.js';
import { VisiblePackagesService } from './visible-packages.service.js';

interface PackagesArguments extends PageArguments {
  readonly packageName?: string | null;
  readonly packageType?: string | null;
  readonly status?: string | null;
  readonly includeVersionless?: boolean | null;
  readonly sort?: string | null;
}

/** The columns by which REST lists are sorted (contract: packages §3.2). */
const SORTS = { CREATED: 'created_at', NAME: 'name', VERSION: 'version', TYPE: 'type' };
const GROUP_SORTS = { ...SORTS, PROJECT_PATH: 'project_path' };
const FILTERS = 'packageName: String, packageType: PackageTypeEnum, status: PackageStatus';

const itself = (shown: Package): Package => shown;

/** Packages (contract: scim-graphql §B3). */
@Injectable()
@Contributes(GraphqlTypes)
export class PackageTypes extends GraphqlTypes {
  override readonly definitions = `
    extend type Query { package(id: ID!): Package }
    type Package {
      id: ID!  name: String!  version: String  packageType: PackageTypeEnum!  status: PackageStatus!
      canDestroy: Boolean!  createdAt: Time!  updatedAt: Time!  project: Project!
      tags(${PAGE}): PackageTagConnection  pipelines(${PAGE}): PipelineConnection
      versions(${PAGE}): PackageConnection
    }
    type PackageTag { id: ID!  name: String!  createdAt: Time!  updatedAt: Time! }
    ${connectionOf('Package')}
    ${connectionOf('PackageTag')}
    ${enumOf('PackageTypeEnum', PACKAGE_TYPES)}
    ${enumOf('PackageStatus', PACKAGE_STATUSES)}
    ${sortEnumOf('PackageSort', SORTS)}
    ${sortEnumOf('PackageGroupSort', GROUP_SORTS)}
    extend type Project {
      packages(${FILTERS}, includeVersionless: Boolean, sort: PackageSort, ${PAGE}): PackageConnection
    }
    extend type Group { packages(${FILTERS}, sort: PackageGroupSort, ${PAGE}): PackageConnection }`;

  override readonly resolvers = [
    resolversOf<unknown>('Query', {
      package: (_, { id }: { readonly id: string }, context) => this.visible.find(readGlobalId('Package', id), context),
    }),
    resolversOf<Project>('Project', {
      packages: (project, args: PackagesArguments, context) =>
        this.visible.mayRead(project, context) ? this.ofProjects.of(project.id, args, context, itself) : null,
    }),
    resolversOf<Group>('Group', {
      packages: ({ id, visibility, level }, args: PackagesArguments, context) =>
        this.env.packages.enabled && allows({ visibility, level }, context.caller.isAdmin, 'read')
          ? this.ofGroups.of(id, args, context, itself)
          : null,
    }),
    resolversOf<Package>('Package', {
      id: ({ id }) => globalId('Package', id),
      version: ({ version }) => (version === '' ? null : version),
      packageType: ({ packageType }) => packageType.toUpperCase(),
      status: ({ status }) => status.toUpperCase(),
      canDestroy: ({ projectId }, _args, context) => this.visible.mayDelete(projectId, context),
      project: ({ projectId }, _args, context) => this.projects.find(projectId, context),
      tags: ({ id }, args: PageArguments, context) => this.tags.of(id, args, context, (tag) => tag),
      pipelines: ({ id }, args: PageArguments, context) => this.pipelines.of(id, args, context, (pipeline) => pipeline),
      versions: ({ id }, args: PageArguments, context) => this.versions.of(id, args, context, itself),
    }),
    resolversOf<PackageTag>('PackageTag', { id: ({ id }) => globalId('PackageTag', id) }),
  ];

  private readonly ofProjects = new Connections(
    (args: PackagesArguments) => this.packages.ofProjects(filtersIn(args)),
    ({ sort }) => orderIn(SORTS, sort),
  );
  private readonly ofGroups = new Connections(
    (args: PackagesArguments, { caller }) => this.packages.ofGroups(filtersIn(args), caller),
    ({ sort }) => orderIn(GROUP_SORTS, sort),
  );
  private readonly tags = new Connections(() => this.links.tagsBelow());
  private readonly pipelines = new Connections((_args: PageArguments, { caller }) => this.links.pipelinesBelow(caller));
  private readonly versions = new Connections(() => this.packages.versions());

  constructor(
    private readonly projects: GraphqlProjectsService,
    private readonly visible: VisiblePackagesService,
    private readonly packages: PackagesRepository,
    private readonly links: PackageLinksRepository,
    private readonly env: Env,
  ) {
    super();
  }
}

const filtersIn = (args: PackagesArguments): PackageFilters => ({
  name: args.packageName ?? undefined,
  type: wordOf(PACKAGE_TYPES, args.packageType),
  status: wordOf(PACKAGE_STATUSES, args.status),
  includesVersionless: args.includeVersionless ?? undefined,
});
