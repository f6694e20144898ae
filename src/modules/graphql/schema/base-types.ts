import { Injectable } from '@nestjs/common';
import { mayCall } from '../../../core/access/route-rights.js';
import { GraphqlTypes, resolversOf } from '../../../core/graphql/graphql-types.js';
import { InstanceController } from '../../../core/instance/instance.controller.js';
import { VERSION } from '../../../platform/config/version.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';

const NO_LEVEL = 0;
const API_VERSION = 'v4';

/** The types that all other parts of the schema are based on (contract: scim-graphql §B2, §B3). */
@Injectable()
@Contributes(GraphqlTypes)
export class BaseTypes extends GraphqlTypes {
  override readonly definitions = `
    "A moment, as ISO 8601."
    scalar Time
    "A whole number of any size, as text."
    scalar BigInt
    "Any value that JSON has."
    scalar JSON
    type PageInfo { hasNextPage: Boolean!  hasPreviousPage: Boolean!  startCursor: String  endCursor: String }
    type Query { metadata: Metadata! }
    type Mutation
    "The version is shown to those who are signed in."
    type Metadata { version: String  apiVersion: String! }`;

  override readonly resolvers = [
    resolversOf<unknown>('Query', { metadata: () => ({ apiVersion: API_VERSION }) }),
    resolversOf<unknown>('Metadata', {
      version: (_, _args, { caller }) => (mayCall(InstanceController, 'version', caller, NO_LEVEL) ? VERSION : null),
    }),
  ];
}
