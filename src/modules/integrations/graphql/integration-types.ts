import { Injectable } from '@nestjs/common';
import { connectionOf, Connections, PAGE } from '../../../core/graphql/connection.js';
import type { PageArguments } from '../../../core/graphql/connection.js';
import { globalId } from '../../../core/graphql/global-id.js';
import type { GraphqlContext } from '../../../core/graphql/graphql-context.js';
import { GraphqlTypes, resolversOf } from '../../../core/graphql/graphql-types.js';
import { mutation, mutationType } from '../../../core/graphql/mutation.js';
import { GraphqlProjectsService, mayOnProject } from '../../../core/projects/graphql/graphql-projects.service.js';
import type { Project } from '../../../core/projects/project.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { AvailableKinds } from '../settings/available-kinds.js';
import type { Integration } from '../settings/integration.js';
import { IntegrationsController } from '../settings/integrations.controller.js';
import { IntegrationsRepository } from '../settings/integrations.repository.js';
import { IntegrationsService } from '../settings/integrations.service.js';

interface IntegrationsArguments extends PageArguments {
  readonly active?: boolean | null;
  readonly slug?: string | null;
}

interface DisableInput {
  readonly projectPath: string;
  readonly slug: string;
}

/** Integrations, for Maintainers (contract: scim-graphql §B3). */
@Injectable()
@Contributes(GraphqlTypes)
export class IntegrationTypes extends GraphqlTypes {
  override readonly definitions = `
    type Integration { id: ID!  slug: String!  title: String!  active: Boolean! }
    ${connectionOf('Integration')}
    extend type Project { integrations(active: Boolean, slug: String, ${PAGE}): IntegrationConnection }
    ${mutationType('integrationDisable', 'projectPath: ID! slug: String!', 'integration: Integration')}`;

  override readonly resolvers = [
    resolversOf<Project>('Project', {
      integrations: (project, args: IntegrationsArguments, context) =>
        mayOnProject(project, context, { controller: IntegrationsController, method: 'list' })
          ? this.ofProjects.of(project.id, args, context, (integration) => integration)
          : null,
    }),
    resolversOf<Integration>('Integration', {
      id: ({ id }) => globalId('Integration', id),
      title: ({ slug }) => this.kinds.get(slug).title,
    }),
    resolversOf<unknown>('Mutation', {
      integrationDisable: mutation((input: DisableInput, context) => this.disable(input, context)),
    }),
  ];

  private readonly ofProjects = new Connections(({ active, slug }: IntegrationsArguments) =>
    this.repository.ofProjects({
      active: active ?? undefined,
      slugs: this.slugsOf(slug ?? null),
    }),
  );

  constructor(
    private readonly projects: GraphqlProjectsService,
    private readonly integrations: IntegrationsService,
    private readonly repository: IntegrationsRepository,
    private readonly kinds: AvailableKinds,
  ) {
    super();
  }

  /** Slug of the kind that REST finds by this name; all kinds for null. */
  private slugsOf(name: string | null): readonly string[] {
    if (name === null) {
      return this.kinds.slugs;
    }
    return this.kinds.has(name) ? [this.kinds.get(name).slug] : [];
  }

  private async disable({ projectPath, slug }: DisableInput, context: GraphqlContext) {
    const route = { controller: IntegrationsController, method: 'disable' } as const;
    const project = await this.projects.permittedByPath(projectPath, context, route);
    const kind = this.kinds.get(slug);
    await this.integrations.disable(project, kind, context.caller);
    return { integration: await this.integrations.get(project, kind) };
  }
}
