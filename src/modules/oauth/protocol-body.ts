import type { IncomingMessage } from 'node:http';
import { formText, readBytes, USUAL_LIMITS } from '../../platform/http/read-body.js';
import { stateOf } from '../../platform/http/request-state.js';
import { cleanJson } from '../../common/params/form-encoding.js';
import { JsonScan } from '../../common/params/json-shape.js';
import { invalidRequest } from './oauth-errors.js';
import { ProtocolParams } from './protocol-params.js';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
/** Names that belong into a body: addresses are written into logs on the way (contract: oauth §5). */
const PROTOCOL_NAMES = [
  'grant_type',
  'code',
  'redirect_uri',
  'client_id',
  'client_secret',
  'code_verifier',
  'refresh_token',
  'username',
  'password',
  'scope',
  'token',
  'token_type_hint',
  'device_code',
  'resource',
];

/**
 * The parameters of a client's POST: a form or JSON. Throws 400 for any other type, a malformed body, repeated or nested
 * parameters, and parameters of the protocol in the address (contract: oauth §5).
 */
export async function readProtocolBody(request: IncomingMessage): Promise<ProtocolParams> {
  const query = ProtocolParams.fromQuery(request);
  const params = await readParams(request);
  if (PROTOCOL_NAMES.some((name) => query.has(name)) || params.ambiguous().some((name) => name !== 'resource')) {
    throw invalidRequest();
  }
  return params;
}

/** The parameters of a body alone; an empty one is no parameters, one that names no type is JSON (contract: conventions §3.1). */
export async function readParams(request: IncomingMessage): Promise<ProtocolParams> {
  const bytes = await readBytes(request, USUAL_LIMITS.bytes);
  return bytes.length === 0 ? ProtocolParams.NONE : paramsIn(bytes, request);
}

/**
 * Of a page whose body was read: the parameters that were sent, else those of the address (contract: oauth §4). Nested
 * ones stay known; throws 400 where repeated ones would not.
 */
export async function pageParams(request: IncomingMessage): Promise<ProtocolParams> {
  const { body, bodyBytes } = stateOf(request);
  if (bodyBytes.length === 0) {
    return ProtocolParams.fromQuery(request);
  }
  return typeOf(request) === JSON_TYPE && Object.values(body).some(isNested)
    ? ProtocolParams.fromJson(body)
    : paramsIn(bodyBytes, request);
}

const typeOf = ({ headers }: IncomingMessage): string | undefined =>
  (headers['content-type'] ?? JSON_TYPE).split(';', 1)[0]?.trim().toLowerCase();

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;

async function paramsIn(bytes: Buffer, request: IncomingMessage): Promise<ProtocolParams> {
  const type = typeOf(request);
  if (type === FORM) {
    return ProtocolParams.fromForm(await formText(bytes));
  }
  if (type === JSON_TYPE) {
    return ProtocolParams.fromJson(jsonOf(bytes));
  }
  throw invalidRequest();
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidRequest();
  }
}

function jsonOf(bytes: Buffer): object {
  const scan = new JsonScan(bytes);
  scan.goOn(bytes.length);
  const value = parsed(textOf(bytes), scan.names);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidRequest();
  }
  return value;
}

function parsed(text: string, names: number): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && hasEach(value, names) ? cleanJson(value) : null;
  } catch {
    throw invalidRequest();
  }
}

/** The parser keeps the last of a repeated name and says nothing: a flat body has as many names as were written. */
const hasEach = (value: object | null, names: number): boolean => Object.keys(value ?? {}).length === names;
