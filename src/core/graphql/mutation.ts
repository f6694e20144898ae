import type { GraphQLFieldResolver } from 'graphql';
import { ApiError } from '../../common/errors/api-error.js';
import { notPermitted, tellsNothing, textsOf } from './graphql-errors.js';
import type { GraphqlContext } from './graphql-context.js';

interface MutationInput {
  readonly clientMutationId?: string | null;
}

/** Schema definitions of a mutation: its field, input and payload (contract: scim-graphql §B3). */
export function mutationType(name: string, input: string, payload = ''): string {
  const type = name.charAt(0).toUpperCase() + name.slice(1);
  return `
    extend type Mutation { ${name}(input: ${type}Input!): ${type}Payload }
    input ${type}Input { ${input} clientMutationId: String }
    type ${type}Payload { ${payload} errors: [String!]! clientMutationId: String }`;
}

/** Returns the resolver of a mutation; `change` returns the fields of its payload. */
export const mutation =
  <I>(
    change: (input: I, context: GraphqlContext) => Promise<object>,
  ): GraphQLFieldResolver<unknown, GraphqlContext, { readonly input: I & MutationInput }> =>
  async (_source, { input }, context) => {
    const clientMutationId = input.clientMutationId ?? null;
    try {
      return { ...(await change(input, context)), errors: [], clientMutationId };
    } catch (error) {
      return { errors: refusalOf(error), clientMutationId };
    } finally {
      context.forgetLoads();
    }
  };

/**
 * Returns the messages of a violated rule. Throws FORBIDDEN for hidden or forbidden records, and rethrows unexpected
 * errors.
 */
function refusalOf(error: unknown): readonly string[] {
  if (!(error instanceof ApiError) || error.status >= 500) {
    throw error;
  }
  if (tellsNothing(error)) {
    throw notPermitted();
  }
  return textsOf(error);
}
