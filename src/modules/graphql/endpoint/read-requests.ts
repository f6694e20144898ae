import type { IncomingMessage } from 'node:http';
import { unsupportedType } from '../../../common/errors/catalogue.js';
import { cleanJson } from '../../../common/params/form-encoding.js';
import { refuseLargeShape } from '../../../common/params/json-shape.js';
import { toJsonObject } from '../../../common/params/json-object.js';
import { provenBefore, readBytes } from '../../../platform/http/read-body.js';
import { badRequestBody } from './graphql-http-errors.js';

/** One requested document. */
export interface GraphqlRequest {
  /** Undefined when only the hash was sent. */
  readonly query: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | undefined;
  readonly hash: string | undefined;
}

/** The documents of a request, and whether they were sent as a list. */
export interface GraphqlRequests {
  readonly requests: readonly GraphqlRequest[];
  readonly isList: boolean;
}

const TYPE = 'application/json';
/** More than a full list of the longest texts needs, including variables. */
const MAX_BYTES = 524_288;
const MAX_REQUESTS = 10;

/** Throws 400, 413, 415 (contract: scim-graphql §B1). */
export async function readRequests(request: IncomingMessage): Promise<GraphqlRequests> {
  const type = (request.headers['content-type'] ?? TYPE).split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type !== TYPE) {
    throw unsupportedType(type);
  }
  const bytes = await readBytes(request, MAX_BYTES, { isKnown: provenBefore });
  if (bytes.length === 0) {
    throw badRequestBody('No query given');
  }
  refuseLargeShape(bytes);
  const body = cleanJson(parsed(bytes));
  const sent: readonly unknown[] = Array.isArray(body) ? body : [body];
  if (sent.length === 0) {
    throw badRequestBody('No query given');
  }
  if (sent.length > MAX_REQUESTS) {
    throw badRequestBody(`A request takes at most ${MAX_REQUESTS} queries`);
  }
  return { requests: sent.map(readOne), isList: Array.isArray(body) };
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw badRequestBody('The body is not valid JSON');
  }
}

function readOne(sent: unknown): GraphqlRequest {
  const { query, variables, operationName, extensions } = objectIn(sent) ?? {};
  const hash = hashIn(extensions);
  if (typeof query !== 'string' && (query !== undefined || hash === undefined)) {
    throw badRequestBody('No query given');
  }
  const values = variables === undefined || variables === null ? {} : objectIn(variables);
  if (!values) {
    throw badRequestBody('variables must be an object');
  }
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string') {
    throw badRequestBody('operationName must be a text');
  }
  return { query, variables: values, operationName: operationName ?? undefined, hash };
}

function hashIn(extensions: unknown): string | undefined {
  const persisted = objectIn(objectIn(extensions)?.persistedQuery);
  return typeof persisted?.sha256Hash === 'string' ? persisted.sha256Hash.toLowerCase() : undefined;
}

/** The value if it is a JSON object. */
export const objectIn = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  toJsonObject(value) ?? undefined;
