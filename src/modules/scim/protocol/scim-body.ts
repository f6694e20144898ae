import type { IncomingMessage } from 'node:http';
import { unsupportedType } from '../../../common/errors/catalogue.js';
import { cleanJson } from '../../../common/params/form-encoding.js';
import { refuseLargeShape } from '../../../common/params/json-shape.js';
import { provenBefore, readBytes } from '../../../platform/http/read-body.js';
import { toJsonObject } from '../../../common/params/json-object.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import { scimBadRequest } from './scim-errors.js';

const TYPES = new Set(['application/scim+json', 'application/json']);
/** Far more values than any user has. */
const MAX_BYTES = 1024 * 1024;

/**
 * Returns the JSON object of a body; one without a type is parsed as JSON (contract: conventions §3.1). Throws 400,
 * 413, and 415 for any other type (contract: scim-graphql §A2).
 */
export async function readScimBody(request: IncomingMessage): Promise<JsonObject> {
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type !== '' && !TYPES.has(type)) {
    throw unsupportedType(type);
  }
  const bytes = await readBytes(request, MAX_BYTES, { isKnown: provenBefore });
  refuseLargeShape(bytes);
  const object = toJsonObject(cleanJson(parsed(bytes)));
  if (!object) {
    throw scimBadRequest('invalidSyntax', 'The body must be a JSON object.');
  }
  return object;
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw scimBadRequest('invalidSyntax', 'The body must be a JSON object.');
  }
}
