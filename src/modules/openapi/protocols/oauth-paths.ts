import { reference } from '../document/document-parts.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import { text } from './parameter-objects.js';

export const OAUTH_TAG = { name: 'OAuth 2.0', description: 'Authorization, tokens and OpenID Connect.' };

const RESOURCE: JsonObject = { ...text, description: 'This service, or its API: RFC 8707.' };
const CLIENT_FIELDS: JsonObject = {
  client_id: { ...text, description: 'Id of the application; in the body, or with the secret by Basic.' },
  client_secret: { ...text, description: 'Secret of a confidential application.' },
};

/** Schemas of OAuth answers (contract: oauth §5 to §10). */
export const OAUTH_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  OAuthError: {
    type: 'object',
    required: ['error', 'error_description'],
    properties: { error: text, error_description: text, scope: text },
  },
  OAuthTokens: {
    type: 'object',
    required: ['access_token', 'token_type', 'expires_in', 'scope', 'created_at'],
    properties: {
      access_token: text,
      token_type: { type: 'string', enum: ['bearer'] },
      expires_in: { type: 'integer', description: 'Seconds.' },
      refresh_token: { ...text, description: 'Absent for the password grant.' },
      scope: { ...text, description: 'Scopes with spaces between.' },
      created_at: { type: 'integer', description: 'Unix seconds.' },
      id_token: { ...text, description: 'With the scope `openid`.' },
    },
  },
  OAuthTokenRequest: {
    type: 'object',
    required: ['grant_type'],
    properties: {
      grant_type: {
        type: 'string',
        description: 'What is exchanged.',
        enum: ['authorization_code', 'refresh_token', 'password', 'urn:ietf:params:oauth:grant-type:device_code'],
      },
      code: { ...text, description: 'Of `authorization_code`.' },
      redirect_uri: { ...text, description: 'As in the authorization request.' },
      code_verifier: { ...text, description: 'What `code_challenge` was made of.' },
      refresh_token: { ...text, description: 'Of `refresh_token`.' },
      username: { ...text, description: 'Of `password`.' },
      password: { ...text, description: 'Of `password`.' },
      device_code: { ...text, description: 'Of the device grant.' },
      scope: { ...text, description: 'Scopes with spaces between.' },
      resource: RESOURCE,
      ...CLIENT_FIELDS,
    },
  },
  OAuthTokenInfo: {
    type: 'object',
    properties: {
      resource_owner_id: { type: 'integer' },
      scope: { type: 'array', items: text },
      scopes: { type: 'array', items: text, description: 'Older name of `scope`.' },
      expires_in: { type: 'integer' },
      expires_in_seconds: { type: 'integer', description: 'Older name of `expires_in`.' },
      application: { type: 'object', properties: { uid: { type: ['string', 'null'] } } },
      created_at: { type: 'integer' },
    },
  },
  OAuthIntrospection: {
    type: 'object',
    required: ['active'],
    properties: {
      active: { type: 'boolean' },
      scope: text,
      client_id: text,
      username: text,
      sub: text,
      token_type: text,
      exp: { type: 'integer' },
      iat: { type: 'integer' },
    },
  },
  OAuthDeviceAuthorization: {
    type: 'object',
    properties: {
      device_code: text,
      user_code: text,
      verification_uri: text,
      verification_uri_complete: text,
      expires_in: { type: 'integer' },
      interval: { type: 'integer', description: 'Least seconds between two polls.' },
    },
  },
  OpenIdClaims: {
    type: 'object',
    required: ['sub'],
    properties: {
      sub: { ...text, description: 'Id of the user.' },
      groups: { type: 'array', items: text, description: 'Full paths of groups.' },
      name: text,
      nickname: text,
      preferred_username: text,
      profile: text,
      picture: text,
      website: text,
      updated_at: { type: 'integer' },
      email: text,
      email_verified: { type: 'boolean' },
    },
  },
};

const json = (description: string, schema: JsonObject): JsonObject => ({
  description,
  content: { 'application/json': { schema } },
});
const record = (description: string, name: string): JsonObject => json(description, reference('schemas', name));
const failures = (...statuses: readonly [status: number, description: string][]): JsonObject =>
  Object.fromEntries(statuses.map(([status, description]) => [String(status), record(description, 'OAuthError')]));

const INVALID: [number, string] = [400, 'The request or the grant is invalid.'];
const NO_CLIENT: [number, string] = [401, 'The client is not authenticated.'];
const NO_TOKEN: [number, string] = [401, 'The token is missing, unknown, expired or revoked.'];
const LITTLE_SCOPE: [number, string] = [403, 'The token does not have the scope `openid`.'];

const form = (properties: JsonObject, required: readonly string[]): JsonObject =>
  formOf({ type: 'object', required, properties });
const formOf = (schema: JsonObject): JsonObject => ({
  required: true,
  content: { 'application/x-www-form-urlencoded': { schema }, 'application/json': { schema } },
});
const TOKEN_FIELDS: JsonObject = {
  token: { ...text, description: 'An access or refresh token.' },
  token_type_hint: { ...text, description: 'What is looked up first: `access_token` or `refresh_token`.' },
  ...CLIENT_FIELDS,
};
const BY_CLIENT = [{ basic: [] }, {}];

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly JsonObject[];
  readonly requestBody?: JsonObject;
  readonly responses: JsonObject;
  readonly security: readonly JsonObject[];
}
const operation = (described: Described) => ({ tags: [OAUTH_TAG.name], ...described });

const AUTHORIZE_PARAMS: readonly [name: string, isRequired: boolean, description: string][] = [
  ['client_id', true, 'Id of the application.'],
  ['redirect_uri', true, 'One of the registered addresses.'],
  ['response_type', true, '`code`.'],
  ['scope', false, 'Scopes with spaces between; `api` when absent.'],
  ['state', false, 'Comes back as it is.'],
  ['code_challenge', false, 'SHA-256 of the verifier in base64url; required of public applications.'],
  ['code_challenge_method', false, '`S256`.'],
  ['response_mode', false, '`query` or `form_post`.'],
  ['nonce', false, 'Comes back in the ID token.'],
  ['prompt', false, '`none`, `login` or `consent`.'],
  ['max_age', false, 'How many seconds ago the user may have signed in; `0` as `prompt=login`.'],
  ['login_hint', false, 'Who is expected to sign in.'],
  ['resource', false, 'This service, or its API: RFC 8707.'],
];

const ACCESS_TOKEN: JsonObject = { ...text, description: 'The token, unless it is in the header.' };
const ACCESS_TOKEN_PARAM: JsonObject = {
  name: 'access_token',
  in: 'query',
  required: false,
  description: ACCESS_TOKEN.description,
  schema: text,
};

const UNCHANGED = { description: 'Unchanged.' };

const METADATA = {
  responses: { '200': json('The metadata.', { type: 'object', additionalProperties: true }), '304': UNCHANGED },
  security: [{}],
};

const USERINFO = {
  responses: { '200': record('The claims.', 'OpenIdClaims'), ...failures(INVALID, NO_TOKEN, LITTLE_SCOPE) },
  security: [{ oauth2: ['openid'] }],
};

/** OAuth 2.0 and OpenID Connect endpoints for programs (contract: oauth §1). */
export const OAUTH_PATHS: JsonObject = {
  '/oauth/authorize': {
    get: operation({
      operationId: 'authorize',
      summary: 'Ask a user to authorize an application',
      description: 'For browsers: asks for consent where it is due and goes on to `redirect_uri` with a code.',
      parameters: AUTHORIZE_PARAMS.map(([name, required, description]) => ({
        name,
        in: 'query',
        required,
        description,
        schema: text,
      })),
      responses: {
        '200': { description: 'The consent page.', content: { 'text/html': { schema: text } } },
        '302': { description: 'To `redirect_uri` with a code or an error, or to sign in.' },
        '400': { description: 'The client or its address is missing.', content: { 'text/html': { schema: text } } },
        '401': { description: 'The client is unknown.', content: { 'text/html': { schema: text } } },
        '403': { description: 'The account is blocked.', content: { 'text/html': { schema: text } } },
      },
      security: [{ session: [] }, {}],
    }),
  },
  '/oauth/token': {
    post: operation({
      operationId: 'createOAuthToken',
      summary: 'Exchange a grant for tokens',
      description: 'A code, a refresh token, a password or a device code becomes an access token.',
      requestBody: formOf(reference('schemas', 'OAuthTokenRequest')),
      responses: {
        '200': record('The tokens.', 'OAuthTokens'),
        ...failures(INVALID, NO_CLIENT, [429, 'Too many wrong passwords.']),
      },
      security: BY_CLIENT,
    }),
  },
  '/oauth/token/info': {
    get: operation({
      operationId: 'getOAuthTokenInfo',
      summary: 'Get what the OAuth token of the request is',
      description: 'For the bearer of an OAuth access token, whatever its scopes.',
      parameters: [ACCESS_TOKEN_PARAM],
      responses: { '200': record('The token.', 'OAuthTokenInfo'), ...failures(INVALID, NO_TOKEN) },
      security: [{ oauth2: [] }],
    }),
  },
  '/oauth/revoke': {
    post: operation({
      operationId: 'revokeOAuthToken',
      summary: 'Revoke a token and all of its authorization',
      description: 'Answers 200 for unknown tokens as well.',
      requestBody: form(TOKEN_FIELDS, ['token']),
      responses: {
        '200': json('Revoked, or unknown.', { type: 'object' }),
        ...failures(INVALID, NO_CLIENT, [403, 'The token belongs to another client.']),
      },
      security: BY_CLIENT,
    }),
  },
  '/oauth/introspect': {
    post: operation({
      operationId: 'introspectOAuthToken',
      summary: 'Get whether a token is active',
      description: 'For confidential clients, about tokens issued to them.',
      requestBody: form(TOKEN_FIELDS, ['token']),
      responses: { '200': record('What the token is.', 'OAuthIntrospection'), ...failures(INVALID, NO_CLIENT) },
      security: [...BY_CLIENT, { oauth2: [] }],
    }),
  },
  '/oauth/authorize_device': {
    post: operation({
      operationId: 'authorizeDevice',
      summary: 'Begin to authorize a device without a browser',
      description: 'The user enters the code at `verification_uri` while the device polls `/oauth/token`.',
      requestBody: form({ ...CLIENT_FIELDS, scope: { ...text, description: 'Scopes with spaces between.' } }, [
        'client_id',
      ]),
      responses: { '200': record('The codes.', 'OAuthDeviceAuthorization'), ...failures(INVALID, NO_CLIENT) },
      security: BY_CLIENT,
    }),
  },
  '/oauth/userinfo': {
    get: operation({
      operationId: 'getUserinfo',
      summary: 'Get the claims about the signed-in user',
      description: 'Which claims there are depends on the scopes `profile` and `email`.',
      parameters: [ACCESS_TOKEN_PARAM],
      ...USERINFO,
    }),
    post: operation({
      operationId: 'postUserinfo',
      summary: 'Get the claims about the signed-in user by POST',
      description: 'As by GET; the token may be in the body.',
      requestBody: { ...form({ access_token: ACCESS_TOKEN }, []), required: false },
      ...USERINFO,
    }),
  },
  '/oauth/discovery/keys': {
    get: operation({
      operationId: 'getSigningKeys',
      summary: 'Get the public keys of ID tokens',
      description: 'A JWK set of the present and the previous keys.',
      responses: {
        '200': json('The keys.', {
          type: 'object',
          properties: { keys: { type: 'array', items: { type: 'object', additionalProperties: true } } },
        }),
        '304': UNCHANGED,
      },
      security: [{}],
    }),
  },
  '/.well-known/oauth-authorization-server': {
    get: operation({
      operationId: 'getAuthorizationServerMetadata',
      summary: 'Get the metadata of the authorization server',
      description: 'RFC 8414.',
      ...METADATA,
    }),
  },
  '/.well-known/openid-configuration': {
    get: operation({
      operationId: 'getOpenIdConfiguration',
      summary: 'Get the configuration of the OpenID provider',
      description: 'OpenID Connect Discovery; the same document.',
      ...METADATA,
    }),
  },
};
