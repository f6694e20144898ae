import { KNOWN_SCOPES } from '../scopes.js';

const CLIENT_METHODS = ['client_secret_basic', 'client_secret_post', 'none'];
const PROVING_METHODS = ['client_secret_basic', 'client_secret_post'];
const CLAIMS = [
  'iss',
  'sub',
  'aud',
  'exp',
  'iat',
  'auth_time',
  'nonce',
  'at_hash',
  'name',
  'nickname',
  'preferred_username',
  'profile',
  'website',
  'updated_at',
  'email',
  'email_verified',
  'groups',
];

/** Metadata of the provider; lists only what is supported (contract: oauth §10). */
export const metadataOf = (baseUrl: string, grants: readonly string[]) => ({
  issuer: baseUrl,
  authorization_endpoint: `${baseUrl}/oauth/authorize`,
  token_endpoint: `${baseUrl}/oauth/token`,
  device_authorization_endpoint: `${baseUrl}/oauth/authorize_device`,
  revocation_endpoint: `${baseUrl}/oauth/revoke`,
  introspection_endpoint: `${baseUrl}/oauth/introspect`,
  userinfo_endpoint: `${baseUrl}/oauth/userinfo`,
  jwks_uri: `${baseUrl}/oauth/discovery/keys`,
  scopes_supported: KNOWN_SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query', 'form_post'],
  grant_types_supported: grants,
  token_endpoint_auth_methods_supported: CLIENT_METHODS,
  revocation_endpoint_auth_methods_supported: CLIENT_METHODS,
  introspection_endpoint_auth_methods_supported: PROVING_METHODS,
  code_challenge_methods_supported: ['S256'],
  request_uri_parameter_supported: false, // if omitted, it would default to true (OpenID Connect Discovery, §3)
  authorization_response_iss_parameter_supported: true,
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  claims_supported: CLAIMS,
  prompt_values_supported: ['none', 'login', 'consent'],
});
