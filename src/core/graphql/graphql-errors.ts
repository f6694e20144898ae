import { GraphQLError } from 'graphql';
import type { ApiError } from '../../common/errors/api-error.js';

/** Contract: scim-graphql §B1. */
export type GraphqlErrorCode =
  | 'GRAPHQL_PARSE_FAILED'
  | 'GRAPHQL_VALIDATION_FAILED'
  | 'BAD_USER_INPUT'
  | 'FORBIDDEN'
  | 'COMPLEXITY_EXCEEDED'
  | 'INTERNAL_SERVER_ERROR'
  | 'PERSISTED_QUERY_NOT_FOUND';

export const graphqlError = (code: GraphqlErrorCode, message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code } });

export const badUserInput = (message: string): GraphQLError => graphqlError('BAD_USER_INPUT', message);

/** The same text for hidden and for forbidden records (contract: scim-graphql §B3). */
export const notPermitted = (): GraphQLError =>
  graphqlError('FORBIDDEN', 'The resource does not exist or you may not perform this action');

/** Returns the messages of a REST error. */
export function textsOf({ body, status }: ApiError): readonly string[] {
  const text = body.message ?? body.error_description ?? body.error;
  if (typeof text === 'string') {
    return [text];
  }
  if (typeof text !== 'object' || text === null) {
    return [String(status)];
  }
  return Object.entries(text).flatMap(([field, reasons]: [string, unknown]) =>
    [reasons].flat().map((reason) => `${field} ${String(reason)}`),
  );
}

const PLAIN_REFUSAL = '403 Forbidden';

/** Whether the error means a missing right or a hidden record, as opposed to a violated rule. */
export const tellsNothing = (error: ApiError): boolean =>
  error.status === 404 || (error.status === 403 && textsOf(error).includes(PLAIN_REFUSAL));
