import { ApiError } from '../../../common/errors/api-error.js';
import { textsOf } from '../../../core/graphql/graphql-errors.js';
import type { ErrorFormat } from '../../../platform/http/error-format.js';

/** A refusal of the request itself, before any document of it is looked at (contract: scim-graphql §B1). */
class GraphqlHttpError extends ApiError {
  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(status, { errors: [{ message }] }, headers);
  }
}

const UNAUTHORIZED = 401;

export const badRequestBody = (message: string): ApiError => new GraphqlHttpError(400, message);

/** Refusals that the API's own parts made. */
export const graphqlErrorFormat: ErrorFormat = {
  headers: {},
  translate: (error) =>
    error instanceof GraphqlHttpError ? error : new GraphqlHttpError(error.status, messageOf(error), error.headers),
};

const messageOf = (error: ApiError): string =>
  error.status === UNAUTHORIZED ? 'Invalid token' : textsOf(error).join(', ');
