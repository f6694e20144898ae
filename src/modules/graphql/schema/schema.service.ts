import { Injectable } from '@nestjs/common';
import { printSchema } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { READ_SCOPES, READ_USER_SCOPES, WRITE_SCOPES } from '../../../core/access/scope.js';
import type { Scope } from '../../../core/access/scope.js';
import { graphqlError } from '../../../core/graphql/graphql-errors.js';
import { GraphqlContext } from '../../../core/graphql/graphql-context.js';
import { GraphqlTypes } from '../../../core/graphql/graphql-types.js';
import { Contributions } from '../../../platform/contributions/contributions.js';
import { buildSchema } from './build-schema.js';
import type { RootGuard } from './build-schema.js';

/** The schema of the service, built when it is first needed. */
@Injectable()
export class SchemaService {
  private made: GraphQLSchema | undefined;

  constructor(private readonly contributions: Contributions) {}

  get schema(): GraphQLSchema {
    this.made ??= buildSchema(this.contributions.to(GraphqlTypes), requireScope);
    return this.made;
  }

  /** The schema in the schema language. */
  get text(): string {
    return printSchema(this.schema);
  }
}

/** Throws FORBIDDEN when the token's scopes do not cover the field (contract: scim-graphql §B1). */
const requireScope: RootGuard = (type, field, resolve) => {
  const scopes = scopesFor(type, field);
  return (source: unknown, args, context: GraphqlContext, info) => {
    const { caller } = context;
    if (!caller.isAnonymous && !caller.hasOneOf(scopes)) {
      throw graphqlError('FORBIDDEN', "The token's scopes do not cover this field");
    }
    const answer: unknown = resolve(source, args, context, info);
    return answer;
  };
};

function scopesFor(type: string, field: string): readonly Scope[] {
  if (type === 'Mutation') {
    return WRITE_SCOPES;
  }
  return field === 'currentUser' ? READ_USER_SCOPES : READ_SCOPES;
}
