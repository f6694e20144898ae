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
import { TriggersController } from '../triggers.controller.js';
import { CreateTriggerInput, triggerChanges, UpdateTriggerInput } from '../triggers.dto.js';
import { TriggersRepository } from '../triggers.repository.js';
import { TriggersService } from '../triggers.service.js';
import { TriggerViewsService } from '../trigger-views.service.js';
import type { Trigger } from '../trigger.js';

interface CreateInput {
  readonly projectPath: string;
  readonly description: string;
}

interface UpdateInput {
  readonly id: string;
  readonly description?: string | null;
}

const PAYLOAD = 'pipelineTrigger: TriggerToken';

/** Trigger tokens, for Maintainers (contract: scim-graphql §B3). */
@Injectable()
@Contributes(GraphqlTypes)
export class TriggerTypes extends GraphqlTypes {
  override readonly definitions = `
    type TriggerToken {
      id: ID!  description: String  token: String!  lastUsed: Time  owner: User  createdAt: Time!
    }
    ${connectionOf('TriggerToken')}
    extend type Project { triggerTokens(${PAGE}): TriggerTokenConnection }
    ${mutationType('pipelineTriggerCreate', 'projectPath: ID! description: String!', PAYLOAD)}
    ${mutationType('pipelineTriggerUpdate', 'id: ID! description: String', PAYLOAD)}
    ${mutationType('pipelineTriggerDelete', 'id: ID!', PAYLOAD)}`;

  override readonly resolvers = [
    resolversOf<Project>('Project', {
      triggerTokens: (project, args: PageArguments, context) =>
        mayOnProject(project, context, { controller: TriggersController, method: 'list' })
          ? this.ofProjects.of(project.id, args, context, (trigger) => trigger)
          : null,
    }),
    resolversOf<Trigger>('TriggerToken', {
      id: ({ id }) => globalId('TriggerToken', id),
      token: (trigger, _args, { caller }) => this.views.of(trigger, caller).token,
      lastUsed: ({ lastUsedAt }) => lastUsedAt,
    }),
    resolversOf<unknown>('Mutation', {
      pipelineTriggerCreate: mutation((input: CreateInput, context) => this.create(input, context)),
      pipelineTriggerUpdate: mutation((input: UpdateInput, context) => this.update(input, context)),
      pipelineTriggerDelete: mutation((input: { readonly id: string }, context) => this.delete(input.id, context)),
    }),
  ];

  private readonly ofProjects = new Connections(() => this.repository.ofProjects());

  constructor(
    private readonly projects: GraphqlProjectsService,
    private readonly triggers: TriggersService,
    private readonly repository: TriggersRepository,
    private readonly views: TriggerViewsService,
  ) {
    super();
  }

  private async create({ projectPath, description }: CreateInput, context: GraphqlContext) {
    const route = { controller: TriggersController, method: 'create' } as const;
    const project = await this.projects.permittedByPath(projectPath, context, route);
    const input = readInput(CreateTriggerInput, { description });
    const fields = { description: input.description, expiresAt: null, allowedRefs: null, allowedVariables: null };
    return { pipelineTrigger: await this.triggers.create(project, fields, context.caller) };
  }

  private async update({ id: text, description }: UpdateInput, context: GraphqlContext) {
    const id = readGlobalId('TriggerToken', text);
    const route = { controller: TriggersController, method: 'update' } as const;
    const project = await this.projects.permitted(await this.repository.projectOf(id), context, route);
    const changes = triggerChanges(readInput(UpdateTriggerInput, { description: description ?? undefined }));
    return { pipelineTrigger: await this.triggers.update(project, id, changes, context.caller) };
  }

  private async delete(text: string, context: GraphqlContext) {
    const id = readGlobalId('TriggerToken', text);
    const route = { controller: TriggersController, method: 'delete' } as const;
    const project = await this.projects.permitted(await this.repository.projectOf(id), context, route);
    return { pipelineTrigger: await this.triggers.delete(project, id, context.caller) };
  }
}
