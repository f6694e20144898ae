import { GraphQLError } from 'graphql';
import type { GraphQLFormattedError } from 'graphql';
import { ApiError } from '../../../common/errors/api-error.js';
import { textsOf } from '../../../core/graphql/graphql-errors.js';
import type { GraphqlErrorCode } from '../../../core/graphql/graphql-errors.js';
import { tookTooLong } from '../../../platform/database/database-errors.js';
import { DeadlinePassed } from '../limits/deadline.js';

const SERVER_ERROR = 500;
export const TOO_SLOW = 'The query took too long';

/** Presents an error: never a stack, SQL or the text of an unexpected error (contract: scim-graphql §B1). */
export function presentError(error: GraphQLError): GraphQLFormattedError {
  const { message, path, locations } = error;
  const { code } = error.extensions;
  const said = typeof code === 'string' ? { message, code } : textFor(error);
  return {
    message: said.message,
    ...(locations ? { locations } : {}),
    ...(path ? { path } : {}),
    extensions: { code: said.code },
  };
}

/** Whether the error is not the client's. */
export const isUnexpected = (error: GraphQLError): boolean =>
  error.extensions.code === undefined && textFor(error).code === 'INTERNAL_SERVER_ERROR';

function textFor({ message, originalError }: GraphQLError): {
  readonly message: string;
  readonly code: GraphqlErrorCode;
} {
  if (!originalError || originalError instanceof GraphQLError) {
    return { message, code: 'BAD_USER_INPUT' }; // of a variable or an argument
  }
  if (originalError instanceof ApiError && originalError.status < SERVER_ERROR) {
    return { message: textsOf(originalError).join(', '), code: 'BAD_USER_INPUT' };
  }
  const isSlow = originalError instanceof DeadlinePassed || tookTooLong(originalError);
  return { message: isSlow ? TOO_SLOW : 'Internal server error', code: 'INTERNAL_SERVER_ERROR' };
}
