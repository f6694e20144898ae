import type { GraphQLFieldResolver, GraphQLObjectType } from 'graphql';
import type { GraphqlContext } from './graphql-context.js';

type SchemaField = ReturnType<GraphQLObjectType['getFields']>[string];

/** How fields of one type are resolved that are not properties of their record. */
export interface TypeResolvers {
  readonly type: string;
  readonly fields: Readonly<Record<string, NonNullable<SchemaField['resolve']>>>;
}

/** A part of the schema, contributed by the module whose noun it is about (contract: scim-graphql §B3). */
export abstract class GraphqlTypes {
  /** Definitions, and extensions of types of other modules, in the language of schemas. */
  abstract readonly definitions: string;
  abstract readonly resolvers: readonly TypeResolvers[];
}

/** The resolvers of a type whose records are `S`. */
export const resolversOf = <S>(
  type: string,
  fields: Readonly<Record<string, GraphQLFieldResolver<S, GraphqlContext>>>,
): TypeResolvers => ({ type, fields });
