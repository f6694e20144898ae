import type { GraphQLFieldResolver, GraphQLObjectType } from 'graphql';
import type { GraphqlContext } from './graphql-context.js';

type SchemaField = ReturnType<GraphQLObjectType['getFields']>[string];

/** Resolvers of a type's fields that are not properties of its record. */
export interface TypeResolvers {
  readonly type: string;
  readonly fields: Readonly<Record<string, NonNullable<SchemaField['resolve']>>>;
}

/** A part of the schema, contributed by the module of its noun (contract: scim-graphql §B3). */
export abstract class GraphqlTypes {
  /** Definitions, and extensions of other modules' types, in the schema language. */
  abstract readonly definitions: string;
  abstract readonly resolvers: readonly TypeResolvers[];
}

/** Returns the resolvers of a type whose records are `S`. */
export const resolversOf = <S>(
  type: string,
  fields: Readonly<Record<string, GraphQLFieldResolver<S, GraphqlContext>>>,
): TypeResolvers => ({ type, fields });
