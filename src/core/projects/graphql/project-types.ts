import { Injectable } from '@nestjs/common';
import { readInput } from '../../../common/params/read-input.js';
import { Env } from '../../../platform/config/env.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { connectionOf, Connections, connectionTo, PAGE } from '../../graphql/connection.js';
import type { PageArguments } from '../../graphql/connection.js';
import { globalId } from '../../graphql/global-id.js';
import { GraphqlTypes, resolversOf } from '../../graphql/graphql-types.js';
import { mutation, mutationType } from '../../graphql/mutation.js';
import { projectUpdate } from '../project-changes.js';
import { groupProjectConditions, projectConditions } from '../project-filters.js';
import type { Project } from '../project.js';
import { ProjectsController } from '../projects.controller.js';
import { UpdateProjectInput } from '../projects.dto.js';
import { ProjectsRepository } from '../projects.repository.js';
import { ProjectsService } from '../projects.service.js';
import { GraphqlProjectsService } from './graphql-projects.service.js';

interface ProjectsArguments extends PageArguments {
  readonly search?: string | null;
  readonly membership?: boolean | null;
}

interface GroupProjectsArguments extends PageArguments {
  readonly search?: string | null;
  readonly includeSubgroups?: boolean | null;
}

const itself = (project: Project): Project => project;

/** Projects (contract: scim-graphql §B3). */
@Injectable()
@Contributes(GraphqlTypes)
export class ProjectTypes extends GraphqlTypes {
  override readonly definitions = `
    extend type Query {
      project(fullPath: ID!): Project
      projects(search: String, membership: Boolean, ${PAGE}): ProjectConnection!
    }
    type Project {
      id: ID!  name: String!  path: String!  fullPath: ID!  description: String  visibility: String!  archived: Boolean!
      webUrl: String!  createdAt: Time!  lastActivityAt: Time  containerRegistryAccessLevel: String!
    }
    ${connectionOf('Project')}
    extend type Group { projects(includeSubgroups: Boolean, search: String, ${PAGE}): ProjectConnection! }
    ${mutationType('updateProjectRegistryVisibility', 'projectPath: ID! accessLevel: String!', 'project: Project')}`;

  override readonly resolvers = [
    resolversOf<unknown>('Query', {
      project: (_, { fullPath }: { readonly fullPath: string }, context) => this.lookup.findByPath(fullPath, context),
      projects: (_, args: ProjectsArguments, context) => {
        const { search, membership } = args;
        const filters = { search: search ?? undefined, membership: membership ?? undefined };
        const list = this.projects.windowed(projectConditions(filters, context.caller), context.caller);
        return connectionTo(list, args, context, itself);
      },
    }),
    resolversOf<Project>('Project', {
      id: ({ id }) => globalId('Project', id),
      webUrl: ({ fullPath }) => `${this.env.baseUrl}/${fullPath}`,
    }),
    resolversOf<{ readonly id: number }>('Group', {
      projects: ({ id }, args: GroupProjectsArguments, context) => this.ofGroups.of(id, args, context, itself),
    }),
    resolversOf<unknown>('Mutation', {
      updateProjectRegistryVisibility: mutation(
        async (input: { readonly projectPath: string; readonly accessLevel: string }, context) => {
          const route = { controller: ProjectsController, method: 'update' } as const;
          const project = await this.lookup.permittedByPath(input.projectPath, context, route);
          const params = { container_registry_access_level: input.accessLevel.toLowerCase() };
          const update = projectUpdate(readInput(UpdateProjectInput, params));
          return { project: await this.changes.update(project, update, context.caller, context.proof) };
        },
      ),
    }),
  ];

  private readonly ofGroups = new Connections(({ search, includeSubgroups }: GroupProjectsArguments, { caller }) =>
    this.projects.ofGroups(
      groupProjectConditions(caller, { search: search ?? undefined, withSubgroups: includeSubgroups ?? false }),
      caller,
    ),
  );

  constructor(
    private readonly lookup: GraphqlProjectsService,
    private readonly projects: ProjectsRepository,
    private readonly changes: ProjectsService,
    private readonly env: Env,
  ) {
    super();
  }
}
