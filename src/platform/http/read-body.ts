import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IncomingMessage } from 'node:http';
import type { ApiError } from '../../common/errors/api-error.js';
import { badRequest, payloadTooLarge, unsupportedType } from '../../common/errors/catalogue.js';
import { invalidCharacters, NO_LISTS, plusAsSpace, readForm } from '../../common/params/form-encoding.js';
import { MAX_VALUES } from '../../common/params/json-shape.js';
import { readJson } from '../../common/params/read-json.js';
import type { ListForms, RawParams } from '../../common/params/form-encoding.js';
import { isJsonObject } from '../../common/params/json-object.js';
import { refuseCodedBody } from './body-coding.js';
import { parseMultipart } from './parse-multipart.js';
import { stateOf } from './request-state.js';

/** Contract: conventions §3.3. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** Limits of a route for request bodies. */
export interface BodyLimits {
  readonly bytes: number;
  /** Maximum number of JSON values. */
  readonly values: number;
}
export const USUAL_LIMITS: BodyLimits = { bytes: MAX_BODY_BYTES, values: MAX_VALUES };

/** Longer bodies are parsed over several turns of the event loop. */
const LARGE_BYTES = 1024 * 1024;
const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
const TYPES = new Set([JSON_TYPE, FORM, MULTIPART]);

export interface ReadBody {
  readonly params: RawParams;
  readonly bytes: Buffer;
}

/** Whether the headers authenticate the caller; asked before a large body is read. */
type IsKnown = () => Promise<boolean>;
const nobody: IsKnown = () => Promise.resolve(false);
export const provenBefore: IsKnown = () => Promise.resolve(true);

const NOTHING: ReadBody = { params: {}, bytes: Buffer.alloc(0) };

/**
 * Reads a JSON, form or multipart body. An empty body has no parameters, whatever its type (contract: conventions
 * §3.1).
 */
export async function readBody(
  request: IncomingMessage,
  limits = USUAL_LIMITS,
  isKnown: IsKnown = nobody,
  lists = NO_LISTS,
): Promise<ReadBody> {
  const { bytes: maxBytes } = limits;
  const { 'content-length': declared, 'transfer-encoding': encoding, 'content-type': contentType } = request.headers;
  if (declared === '0' || (declared === undefined && encoding === undefined)) {
    return NOTHING;
  }
  refuseCodedBody(request);
  const type = mediaTypeOf(contentType);
  const refusal = refusalOf(type, Number(declared ?? 0), maxBytes);
  if (refusal) {
    throw refusal;
  }
  const bytes = await receive(request, isKnown, (size) => refusalOf(type, size, maxBytes));
  return bytes.length === 0 ? NOTHING : { params: await parse(bytes, { type, contentType, limits, lists }), bytes };
}

interface BytesDemand {
  readonly isKnown?: IsKnown;
  readonly tooLarge?: () => ApiError;
  /** Whether the caller decompresses the body itself. */
  readonly takesCodings?: boolean;
}

/** Returns the bytes of a body of any type. Throws `tooLarge` beyond the limit, 408, 415, 503. */
export async function readBytes(
  request: IncomingMessage,
  maxBytes: number,
  { isKnown = nobody, tooLarge = payloadTooLarge, takesCodings = false }: BytesDemand = {},
): Promise<Buffer> {
  if (!takesCodings) {
    refuseCodedBody(request);
  }
  const refuseLarger = (size: number): ApiError | undefined => (size > maxBytes ? tooLarge() : undefined);
  const refusal = refuseLarger(Number(request.headers['content-length'] ?? 0));
  if (refusal) {
    throw refusal;
  }
  return receive(request, isKnown, refuseLarger);
}

function receive(
  request: IncomingMessage,
  isKnown: IsKnown,
  refusalOfSize: (size: number) => ApiError | undefined,
): Promise<Buffer> {
  const { intake } = stateOf(request);
  if (!intake) {
    throw new Error('A read that the service makes itself has no body.');
  }
  return intake.receive({ refusalOf: refusalOfSize, isKnown });
}

/** A body without a type is read as JSON (contract: conventions §3.1). */
export const mediaTypeOf = (contentType = ''): string =>
  (contentType.split(';', 1)[0] ?? '').trim().toLowerCase() || 'application/json';

/**
 * Checks the type before the size; an empty body is neither of a wrong type nor too large (contract: conventions §1,
 * §3).
 */
function refusalOf(type: string, size: number, maxBytes: number): ApiError | undefined {
  if (size > 0 && !TYPES.has(type)) {
    return unsupportedType(type);
  }
  return size > maxBytes ? payloadTooLarge() : undefined;
}

interface BodyForm {
  readonly type: string;
  readonly contentType: string | undefined;
  readonly limits: BodyLimits;
  readonly lists: ListForms;
}

async function parse(bytes: Buffer, { type, contentType = '', limits, lists }: BodyForm): Promise<RawParams> {
  switch (type) {
    case FORM:
      return readForm(await formText(bytes), lists);
    case MULTIPART:
      return parseMultipart(bytes, contentType, lists);
    default:
      return parseJson(bytes, limits.values);
  }
}

/**
 * Decodes a form as text, with spaces for its pluses. Decoding and substituting millions of characters take long, so
 * other requests are served between slices. Throws 400 for invalid UTF-8.
 */
export async function formText(bytes: Buffer): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  for (let at = 0; at < bytes.length; at += LARGE_BYTES) {
    if (at > 0) {
      await nextTurn();
    }
    text += decoded(() => decoder.decode(plusAsSpace(bytes.subarray(at, at + LARGE_BYTES)), { stream: true }));
  }
  return text + decoded(() => decoder.decode());
}

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw invalidCharacters();
  }
}

async function parseJson(bytes: Buffer, maxValues: number): Promise<RawParams> {
  const value = await readJson(bytes, maxValues);
  if (!isJsonObject(value)) {
    throw badRequest('The body must be a JSON object');
  }
  return { ...value };
}

export const digestOfBody = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
