import { headers } from './headers.js';
import { reference } from './document-parts.js';
import type { JsonObject } from '../../../common/params/json-object.js';

const text = { type: 'string' };
const textOrTexts = {
  oneOf: [text, { type: 'object', additionalProperties: true }],
  description: 'One text, or the texts of each attribute that is invalid.',
};

/** Bodies of errors (contract: conventions §5). */
export const ERROR_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  Message: {
    type: 'object',
    properties: { message: text, error: text },
    description: 'Records and rules answer `message`, unknown routes and verbs `error`.',
  },
  Refused: {
    type: 'object',
    properties: { message: textOrTexts, error: text, error_description: text },
    description: 'A token that is given twice answers `error` and `error_description`.',
  },
  Invalid: {
    type: 'object',
    required: ['message'],
    properties: { message: textOrTexts },
  },
  Conflict: {
    type: 'object',
    properties: {
      message: textOrTexts,
      error: text,
      needs_captcha_response: { type: 'boolean' },
      spam_log_id: { type: 'integer' },
      captcha_site_key: text,
    },
    description: 'The last three where a CAPTCHA is asked for.',
  },
  Unauthorized: {
    type: 'object',
    required: ['message'],
    properties: { message: text, error: text, error_description: text },
  },
  Forbidden: {
    type: 'object',
    properties: { message: text, error: text, error_description: text, scope: text },
  },
};

interface ErrorResponse {
  readonly name: string;
  readonly response: JsonObject;
}

const refusal = (
  name: string,
  description: string,
  schema: string,
  example: unknown,
  sent: JsonObject = {},
): ErrorResponse => ({
  name,
  response: {
    description,
    ...(Object.keys(sent).length > 0 ? { headers: sent } : {}),
    content: { 'application/json': { schema: reference('schemas', schema), example } },
  },
});

/** Error responses by status. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 408 | 409 | 412 | 413 | 414 | 415 | 416 | 422 | 429 | 503;

const BY_STATUS: Readonly<Record<ErrorStatus, ErrorResponse>> = {
  400: refusal('BadRequest', 'A parameter is missing or invalid.', 'Refused', {
    message: { name: ["can't be blank"] },
  }),
  401: refusal(
    'Unauthorized',
    'No credentials, or refused ones.',
    'Unauthorized',
    { message: '401 Unauthorized' },
    headers('WWW-Authenticate'),
  ),
  403: refusal('Forbidden', 'The role, the scopes or a rule do not allow it.', 'Forbidden', {
    message: '403 Forbidden',
  }),
  404: refusal('NotFound', 'Missing, or hidden from the caller.', 'Message', { message: '404 Project Not Found' }),
  405: refusal(
    'NotAllowed',
    'The list offers no such pagination or offset, or the work cannot be stopped.',
    'Message',
    {
      error: '405 Not Allowed',
    },
  ),
  408: refusal('RequestTimeout', 'The body did not keep coming.', 'Message', { message: '408 Request Timeout' }),
  409: refusal('Conflict', 'It conflicts with what is there, or with a request that is being served.', 'Conflict', {
    message: '409 Conflict',
  }),
  412: refusal('PreconditionFailed', 'The record changed meanwhile.', 'Message', {
    message: '412 Precondition Failed',
  }),
  413: refusal('PayloadTooLarge', 'The body is too large.', 'Message', { message: '413 Payload Too Large' }),
  414: refusal('UriTooLong', 'The address is longer than 8,192 bytes.', 'Message', { message: '414 URI Too Long' }),
  415: refusal('UnsupportedMediaType', 'The type of the body is not read here.', 'Message', {
    error: "The provided content-type 'text/plain' is not supported.",
  }),
  416: refusal(
    'RangeNotSatisfiable',
    '`Range` asks for what lies beyond the end.',
    'Message',
    { message: '416 Range Not Satisfiable' },
    headers('Content-Range'),
  ),
  422: refusal(
    'Unprocessable',
    'It cannot be processed, or the `Idempotency-Key` belongs to another request.',
    'Invalid',
    { message: '422 Unprocessable Entity' },
  ),
  429: refusal(
    'TooManyRequests',
    'Too many requests.',
    'Message',
    { message: '429 Too Many Requests' },
    headers(
      ...(['Retry-After', 'RateLimit-Limit', 'RateLimit-Observed', 'RateLimit-Remaining'] as const),
      ...(['RateLimit-Reset', 'RateLimit-Name'] as const),
    ),
  ),
  503: refusal(
    'Unavailable',
    'The database or the queue is out of reach, or too many bodies are on their way.',
    'Message',
    { message: '503 Service Unavailable' },
    headers('Retry-After'),
  ),
};

/** All error responses, for the components. */
export const ERROR_RESPONSES: JsonObject = Object.fromEntries(
  Object.values(BY_STATUS).map(({ name, response }) => [name, response]),
);

/** References to the error responses with these statuses. */
export const refusals = (...statuses: readonly ErrorStatus[]): JsonObject =>
  Object.fromEntries(statuses.map((status) => [String(status), reference('responses', BY_STATUS[status].name)]));
