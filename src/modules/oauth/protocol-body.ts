import type { IncomingMessage } from 'node:http';
import { formText, readBytes, USUAL_LIMITS } from '../../platform/http/read-body.js';
import { stateOf } from '../../platform/http/request-state.js';
import { cleanJson } from '../../common/params/form-encoding.js';
import { JsonScan } from '../../common/params/json-shape.js';
import { isJsonObject } from '../../common/params/json-object.js';
import { invalidRequest } from './oauth-errors.js';
import { ProtocolParams } from './protocol-params.js';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
/** Parameters that must be sent in a body, because addresses are logged by intermediaries (contract: oauth §5). */
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
 * Reads the parameters of a client's POST: a form or JSON. Throws 400 for any other type, a malformed body, repeated or
 * nested parameters, and protocol parameters in the address (contract: oauth §5).
 */
export async function readProtocolBody(request: IncomingMessage): Promise<ProtocolParams> {
  const query = ProtocolParams.fromQuery(request);
  const params = await readParams(request);
  if (PROTOCOL_NAMES.some((name) => query.has(name)) || params.ambiguous().some((name) => name !== 'resource')) {
    throw invalidRequest();
  }
  return params;
}

/**
 * Reads only the parameters of a body. An empty body has none; a body without a type is JSON (contract: conventions
 * §3.1).
 */
export async function readParams(request: IncomingMessage): Promise<ProtocolParams> {
  const bytes = await readBytes(request, USUAL_LIMITS.bytes);
  return bytes.length === 0 ? ProtocolParams.NONE : paramsIn(bytes, request);
}

/**
 * Returns the parameters of a page whose body has been read: those of the body if there are any, otherwise those of the
 * address (contract: oauth §4). Nested ones remain detectable; throws 400 if repeated ones would not.
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
  if (!isJsonObject(value)) {
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

/** The parser silently keeps the last of repeated names, so the number of names in a flat body is compared. */
const hasEach = (value: object | null, names: number): boolean => Object.keys(value ?? {}).length === names;
