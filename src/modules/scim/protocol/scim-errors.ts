import { ApiError } from '../../../common/errors/api-error.js';
import type { ErrorFormat } from '../../../platform/http/error-format.js';

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };

/** Content type of every answer of the protocol (contract: scim-graphql §A2). */
export const SCIM_TYPE = 'application/scim+json; charset=utf-8';

export type ScimType =
  'invalidFilter' | 'invalidPath' | 'invalidSyntax' | 'invalidValue' | 'mutability' | 'noTarget' | 'uniqueness';

/** An error in the protocol's format, in which the status is a text (contract: scim-graphql §A2). */
class ScimError extends ApiError {
  constructor(status: number, detail: string, scimType?: ScimType, headers: Readonly<Record<string, string>> = {}) {
    const body = { schemas: [ERROR], status: String(status), detail, ...(scimType ? { scimType } : {}) };
    super(status, body, { ...headers, 'Content-Type': SCIM_TYPE });
  }
}

/** Any error of the request itself. */
export const scimBadRequest = (scimType: ScimType, detail: string): ApiError => new ScimError(400, detail, scimType);
export const invalidValue = (detail: string): ApiError => scimBadRequest('invalidValue', detail);
export const uniqueness = (detail: string): ApiError => new ScimError(409, detail, 'uniqueness');
export const scimConflict = (detail: string): ApiError => new ScimError(409, detail);
export const scimUnauthorized = (): ApiError =>
  new ScimError(401, 'A token of this group is needed.', undefined, CHALLENGE);
export const noSuchResource = (): ApiError => new ScimError(404, 'There is no such resource.');
export const versionChanged = (): ApiError => new ScimError(412, 'The resource has another version.');
export const notOffered = (): ApiError => new ScimError(501, 'Bulk operations are not offered.');

/** Translates errors of the API's own parts, from the router to the body parser. */
export const scimErrorFormat: ErrorFormat = {
  headers: {},
  translate: (error) =>
    error instanceof ScimError
      ? error
      : new ScimError(error.status, detailOf(error), error.status === 400 ? 'invalidSyntax' : undefined, error.headers),
};

function detailOf({ body, status }: ApiError): string {
  const text = body.message ?? body.error;
  return typeof text === 'string' ? text : `${status}`;
}
