import { ApiError } from '../../common/errors/api-error.js';
import type { ErrorFormat } from '../../platform/http/error-format.js';

/** One fixed sentence for each code, which does not reveal which of several reasons applied (contract: oauth §1). */
const SENTENCES = {
  invalid_request: 'The request is missing a parameter, repeats one, or is otherwise malformed.',
  invalid_client: 'The client is unknown, or its authentication failed.',
  invalid_grant: 'The grant is invalid, expired, revoked, or was issued to another client.',
  unauthorized_client: 'The client may not do this.',
  unsupported_grant_type: 'The grant type is not supported.',
  unsupported_response_type: 'The response type is not supported.',
  unsupported_response_mode: 'The response mode is not supported.',
  invalid_scope: 'The scope is unknown, malformed, or more than the application may have.',
  invalid_target: 'The resource is unknown.',
  invalid_token: 'The access token is missing, unknown, expired or revoked.',
  insufficient_scope: 'The access token does not cover this request.',
  access_denied: 'The request was denied.',
  login_required: 'The user is not signed in.',
  consent_required: 'The user has not given consent.',
  authorization_pending: 'The user has not decided yet.',
  slow_down: 'The request came too soon. Ask less often.',
  expired_token: 'The device code has expired.',
  temporarily_unavailable: 'The service cannot answer now. Try again later.',
  server_error: 'The service failed.',
} as const;

export type OauthErrorCode = keyof typeof SENTENCES;
type Headers = Readonly<Record<string, string>>;

export const isOauthErrorCode = (text: string): text is OauthErrorCode => text in SENTENCES;

export const sentenceOf = (code: OauthErrorCode): string => SENTENCES[code];

export const bodyOf = (code: OauthErrorCode) => ({ error: code, error_description: SENTENCES[code] });

/** Contract: oauth §5.4. */
const STATUS: Readonly<Partial<Record<OauthErrorCode, number>>> = {
  invalid_client: 401,
  invalid_token: 401,
};

export const oauthError = (code: OauthErrorCode, headers: Headers = {}): ApiError =>
  new ApiError(STATUS[code] ?? 400, bodyOf(code), headers);

export const invalidRequest = (): ApiError => oauthError('invalid_request');

/** The challenge is sent only to callers that attempted HTTP Basic (contract: oauth §5). */
export const invalidClient = (byBasic: boolean): ApiError =>
  oauthError('invalid_client', byBasic ? { 'WWW-Authenticate': 'Basic realm="Slipway"' } : {});

export const invalidToken = (): ApiError =>
  oauthError('invalid_token', { 'WWW-Authenticate': 'Bearer realm="Slipway", error="invalid_token"' });

/** Contract: oauth §9. */
export const insufficientUserScope = (): ApiError =>
  new ApiError(
    403,
    { ...bodyOf('insufficient_scope'), scope: 'openid' },
    { 'WWW-Authenticate': 'Bearer realm="Slipway", error="insufficient_scope", scope="openid"' },
  );

/** Contract: oauth §6: nothing was revoked. */
export const notYourToken = (): ApiError => new ApiError(403, bodyOf('unauthorized_client'));

const BY_STATUS: Readonly<Record<number, OauthErrorCode>> = {
  400: 'invalid_request',
  401: 'invalid_token',
  403: 'access_denied',
  408: 'invalid_request',
  413: 'invalid_request',
  414: 'invalid_request',
  422: 'invalid_request',
  429: 'temporarily_unavailable',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

/**
 * Translates the service's own errors to protocol errors; `message` is kept for clients that read it (contract: oauth
 * §5.3).
 */
function translate(error: ApiError): ApiError {
  const code = 'error' in error.body ? undefined : BY_STATUS[error.status];
  return code === undefined ? error : new ApiError(error.status, { ...error.body, ...bodyOf(code) }, error.headers);
}

/** For the endpoints that clients call: token, info, revoke, introspect, userinfo (contract: oauth §1). */
export const oauthErrorFormat: ErrorFormat = {
  headers: { 'Cache-Control': 'no-store', Pragma: 'no-cache' },
  translate: (error) => (error.status === 415 ? invalidRequest() : translate(error)),
};

/** For the endpoint that browsers call, whether it answers with a page, a redirect or JSON (contract: oauth §4). */
export const authorizeErrorFormat: ErrorFormat = {
  headers: { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Frame-Options': 'DENY' },
  translate,
};
