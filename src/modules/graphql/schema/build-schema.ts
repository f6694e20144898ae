import { buildASTSchema, GraphQLObjectType, parse } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import type { GraphqlTypes, TypeResolvers } from '../../../core/graphql/graphql-types.js';

type Resolve = TypeResolvers['fields'][string];

/** Called for each root field before it is resolved. */
export type RootGuard = (type: string, field: string, resolve: Resolve) => Resolve;

/** Builds the schema from the contributions of the modules. Throws for a resolver of a missing field. */
export function buildSchema(parts: readonly GraphqlTypes[], guard: RootGuard): GraphQLSchema {
  const schema = buildASTSchema(parse(parts.map(({ definitions }) => definitions).join('\n')));
  const roots = [schema.getQueryType(), schema.getMutationType()].map((type) => type?.name);
  for (const { type, fields } of parts.flatMap(({ resolvers }) => resolvers)) {
    const isRoot = roots.includes(type);
    for (const [name, resolve] of Object.entries(fields)) {
      fieldOf(schema, type, name).resolve = isRoot ? guard(type, name, resolve) : resolve;
    }
  }
  return schema;
}

function fieldOf(schema: GraphQLSchema, typeName: string, name: string) {
  const type = schema.getType(typeName);
  const field = type instanceof GraphQLObjectType ? type.getFields()[name] : undefined;
  if (!field) {
    throw new TypeError(`The schema has no field ${typeName}.${name}`);
  }
  return field;
}
