import { matchesWeakly } from '../../../common/conditional/etag.js';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { queryOf } from '../../../platform/http/query-of.js';
import { isRead, writeText } from '../../../platform/http/write-answer.js';
import { SCIM_TYPE } from './scim-errors.js';
import { selectedAttributes } from './selected-attributes.js';

interface VersionedResource {
  readonly meta: { readonly version: string; readonly location: string };
}

/** Writes an answer of the protocol. */
export function writeScim(response: HttpResponse, status: number, body: object): void {
  writeText(response, status, JSON.stringify(body), SCIM_TYPE);
}

/** Writes a resource with its version, or 304 when the client has that version (contract: scim-graphql §A2). */
export function writeResource(
  request: HttpRequest,
  response: HttpResponse,
  status: number,
  resource: VersionedResource,
): void {
  const { version, location } = resource.meta;
  response.setHeader('ETag', version);
  if (status === 201) {
    response.setHeader('Location', location);
  }
  const known = request.headers['if-none-match'];
  if (isRead(request) && known !== undefined && matchesWeakly(known, version)) {
    response.writeHead(304).end();
    return;
  }
  writeScim(response, status, selectedAttributes(resource, Object.fromEntries(queryOf(request))));
}
