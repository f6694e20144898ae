import { Injectable } from '@nestjs/common';
import { readInput } from '../../../common/params/read-input.js';
import { connectionOf, Connections, PAGE } from '../../../core/graphql/connection.js';
import type { PageArguments } from '../../../core/graphql/connection.js';
import { globalId, readGlobalId } from '../../../core/graphql/global-id.js';
import type { GraphqlContext } from '../../../core/graphql/graphql-context.js';
import { GraphqlTypes, resolversOf } from '../../../core/graphql/graphql-types.js';
import { mutation, mutationType } from '../../../core/graphql/mutation.js';
import { GraphqlProjectsService, mayOnProject } from '../../../core/projects/graphql/graphql-projects.service.js';
import type { Project } from '../../../core/projects/project.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { AlertIntegrationViewsService } from '../integrations/alert-integration-views.service.js';
import type { AlertIntegration } from '../integrations/alert-integration.js';
import { AlertIntegrationsController } from '../integrations/alert-integrations.controller.js';
import { CreateAlertIntegrationInput, UpdateAlertIntegrationInput } from '../integrations/alert-integrations.dto.js';
import { AlertIntegrationsRepository } from '../integrations/alert-integrations.repository.js';
import { AlertIntegrationsService } from '../integrations/alert-integrations.service.js';

/** An integration, and the project that decides which of its fields are visible. */
interface ShownIntegration {
  readonly integration: AlertIntegration;
  readonly project: Project;
}

interface CreateInput {
  readonly projectPath: string;
  readonly name: string;
  readonly active?: boolean | null;
}

interface UpdateInput {
  readonly id: string;
  readonly name?: string | null;
  readonly active?: boolean | null;
}

interface IdInput {
  readonly id: string;
}

const PAYLOAD = 'integration: AlertIntegration';
const CONTROLLER = AlertIntegrationsController;

/** Alert integrations: visible to Developers, their keys only to Maintainers (contract: scim-graphql §B3). */
@Injectable()
@Contributes(GraphqlTypes)
export class AlertIntegrationTypes extends GraphqlTypes {
  override readonly definitions = `
    type AlertIntegration { id: ID!  type: String!  name: String  active: Boolean  url: String  token: String }
    ${connectionOf('AlertIntegration')}
    extend type Project { alertManagementIntegrations(${PAGE}): AlertIntegrationConnection }
    ${mutationType('httpIntegrationCreate', 'projectPath: ID! name: String! active: Boolean', PAYLOAD)}
    ${mutationType('httpIntegrationUpdate', 'id: ID! name: String active: Boolean', PAYLOAD)}
    ${mutationType('httpIntegrationResetToken', 'id: ID!', PAYLOAD)}
    ${mutationType('httpIntegrationDestroy', 'id: ID!', PAYLOAD)}`;

  override readonly resolvers = [
    resolversOf<Project>('Project', {
      alertManagementIntegrations: (project, args: PageArguments, context) =>
        mayOnProject(project, context, { controller: CONTROLLER, method: 'list' })
          ? this.ofProjects.of(project.id, args, context, (integration) => ({ integration, project }))
          : null,
    }),
    resolversOf<ShownIntegration>('AlertIntegration', {
      id: ({ integration }) => globalId('AlertIntegration', integration.id),
      type: ({ integration }) => integration.type,
      name: ({ integration }) => integration.name,
      active: ({ integration }) => integration.active,
      url: (shown, _args, context) => this.viewOf(shown, context).url,
      token: (shown, _args, context) => this.viewOf(shown, context).token,
    }),
    resolversOf<unknown>('Mutation', {
      httpIntegrationCreate: mutation((input: CreateInput, context) => this.create(input, context)),
      httpIntegrationUpdate: mutation((input: UpdateInput, context) => this.update(input, context)),
      httpIntegrationResetToken: mutation((input: IdInput, context) => this.resetToken(input, context)),
      httpIntegrationDestroy: mutation((input: IdInput, context) => this.destroy(input, context)),
    }),
  ];

  private readonly ofProjects = new Connections(() => this.repository.ofProjects());

  constructor(
    private readonly projects: GraphqlProjectsService,
    private readonly integrations: AlertIntegrationsService,
    private readonly repository: AlertIntegrationsRepository,
    private readonly views: AlertIntegrationViewsService,
  ) {
    super();
  }

  private viewOf({ integration, project }: ShownIntegration, { caller }: GraphqlContext) {
    return this.views.listed(integration, project, caller);
  }

  private async create({ projectPath, name, active }: CreateInput, context: GraphqlContext) {
    const project = await this.projects.permittedByPath(projectPath, context, {
      controller: CONTROLLER,
      method: 'create',
    });
    const input = readInput(CreateAlertIntegrationInput, { name, active: active ?? undefined });
    const fields = { ...input.toChanges(), name: input.name, type: 'http' } as const;
    const integration = await this.integrations.create(project, fields, context.caller);
    return { integration: { integration, project } };
  }

  private async update({ id: text, name, active }: UpdateInput, context: GraphqlContext) {
    const { id, project } = await this.permitted(text, 'update', context);
    const input = readInput(UpdateAlertIntegrationInput, { name: name ?? undefined, active: active ?? undefined });
    const integration = await this.integrations.update(project, id, input.toChanges(), context.caller);
    return { integration: { integration, project } };
  }

  private async resetToken(input: IdInput, context: GraphqlContext) {
    const { id, project } = await this.permitted(input.id, 'resetKey', context);
    const integration = await this.integrations.resetKey(project, id, context.caller);
    return { integration: { integration, project } };
  }

  private async destroy(input: IdInput, context: GraphqlContext) {
    const { id, project } = await this.permitted(input.id, 'delete', context);
    const integration = await this.integrations.delete(project, id, context.caller);
    return { integration: { integration, project } };
  }

  private async permitted(text: string, method: 'update' | 'resetKey' | 'delete', context: GraphqlContext) {
    const id = readGlobalId('AlertIntegration', text);
    const projectId = await this.repository.projectOf(id);
    return { id, project: await this.projects.permitted(projectId, context, { controller: CONTROLLER, method }) };
  }
}
