import { Injectable } from '@nestjs/common';
import { Env } from '../../../platform/config/env.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { sees } from '../../access/sees.js';
import { Batch } from '../../graphql/batch.js';
import { globalId } from '../../graphql/global-id.js';
import type { GraphqlContext } from '../../graphql/graphql-context.js';
import { GraphqlTypes, resolversOf } from '../../graphql/graphql-types.js';
import type { Project } from '../../projects/project.js';
import type { Group } from '../group.js';
import { GroupsRepository } from '../groups.repository.js';

/** Groups (contract: scim-graphql §B3). */
@Injectable()
@Contributes(GraphqlTypes)
export class GroupTypes extends GraphqlTypes {
  override readonly definitions = `
    extend type Query { group(fullPath: ID!): Group }
    type Group {
      id: ID!  name: String!  path: String!  fullPath: ID!  visibility: String!  webUrl: String!  parent: Group
    }
    extend type Project { group: Group }`;

  override readonly resolvers = [
    resolversOf<unknown>('Query', {
      group: async (_, { fullPath }: { readonly fullPath: string }, { caller }) => {
        const group = await this.groups.findByPath(fullPath, caller);
        return group && sees(caller, group.visibility, group.level) ? group : null;
      },
    }),
    resolversOf<Group>('Group', {
      id: ({ id }) => globalId('Group', id),
      webUrl: ({ fullPath }) => `${this.env.baseUrl}/groups/${fullPath}`,
      parent: ({ parentId }, _args, context) => this.find(parentId, context),
    }),
    resolversOf<Project>('Project', {
      group: ({ namespaceId, namespaceKind }, _args, context) =>
        this.find(namespaceKind === 'group' ? namespaceId : null, context),
    }),
  ];

  private readonly all = new Batch<null, Group>(async (ids, _args, { caller }) => {
    const found = await this.groups.findAll(ids, caller);
    return new Map(
      found.filter(({ visibility, level }) => sees(caller, visibility, level)).map((group) => [group.id, group]),
    );
  });

  constructor(
    private readonly groups: GroupsRepository,
    private readonly env: Env,
  ) {
    super();
  }

  private async find(id: number | null, context: GraphqlContext): Promise<Group | null> {
    return id === null ? null : ((await this.all.load(id, null, context)) ?? null);
  }
}
