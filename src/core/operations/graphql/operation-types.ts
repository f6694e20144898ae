import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { mayCall } from '../../access/route-rights.js';
import { GraphqlTypes, resolversOf } from '../../graphql/graphql-types.js';
import type { Operation } from '../operation.js';
import { OperationsController } from '../operations.controller.js';
import { OperationsService } from '../operations.service.js';

const NO_LEVEL = 0;

/** Operations: the record of the API under the names of this schema (contract: scim-graphql §B3). */
@Injectable()
@Contributes(GraphqlTypes)
export class OperationTypes extends GraphqlTypes {
  override readonly definitions = `
    extend type Query { operation(id: ID!): Operation }
    type Operation {
      id: ID!  kind: String!  state: String!  progress: OperationProgress!  result: JSON  error: String
      createdAt: Time!  startedAt: Time  finishedAt: Time
    }
    type OperationProgress { done: Int!  total: Int }`;

  override readonly resolvers = [
    resolversOf<unknown>('Query', {
      operation: (_, { id }: { readonly id: string }, { caller }) =>
        mayCall(OperationsController, 'show', caller, NO_LEVEL) ? this.operations.find(id, caller) : null,
    }),
    resolversOf<Operation>('Operation', { progress: ({ done, total }) => ({ done, total }) }),
  ];

  constructor(private readonly operations: OperationsService) {
    super();
  }
}
