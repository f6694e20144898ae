import { ANY_SCOPE, READ_SCOPES, WRITE_SCOPES } from '../../../core/access/scope.js';
import type { ApiRoute } from '../api-routes.js';
import type { JsonObject } from '../../../common/params/json-object.js';

const SCOPE_TEXTS: Readonly<Record<string, string>> = {
  api: 'Everything that the user may do.',
  read_api: 'Everything that the user may read.',
  read_user: 'Profiles of users.',
  read_repository: 'Code, over git and by REST.',
  write_repository: 'Changes of code over git.',
  read_registry: 'Images of the container registry.',
  write_registry: 'Pushes to the container registry.',
  sudo: 'Requests in the name of other users, for administrators.',
  openid: 'Who the user is.',
  profile: 'Name and public profile of the user.',
  email: 'E-mail address of the user.',
};

/** Ways of authentication (contract: conventions §6). */
export function securitySchemes(baseUrl: string): JsonObject {
  const scopes = Object.fromEntries(ANY_SCOPE.map((name) => [name, SCOPE_TEXTS[name] ?? '']));
  const tokenUrl = `${baseUrl}/oauth/token`;
  return {
    privateToken: {
      type: 'apiKey',
      in: 'header',
      name: 'PRIVATE-TOKEN',
      description: 'A personal, impersonation, project or group access token; also taken as Bearer.',
    },
    oauth2: {
      type: 'oauth2',
      description: 'An OAuth access token as Bearer.',
      flows: {
        authorizationCode: { authorizationUrl: `${baseUrl}/oauth/authorize`, tokenUrl, refreshUrl: tokenUrl, scopes },
        password: { tokenUrl, scopes },
      },
    },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: '_service_session',
      description: 'The session of a browser; other verbs than GET and HEAD also need `X-CSRF-Token`.',
    },
    jobToken: {
      type: 'apiKey',
      in: 'header',
      name: 'JOB-TOKEN',
      description: 'The token of a job, as long as it runs.',
    },
    deployToken: {
      type: 'apiKey',
      in: 'header',
      name: 'DEPLOY-TOKEN',
      description: 'A deploy token, for package managers.',
    },
    basic: { type: 'http', scheme: 'basic', description: 'User name and password, or a client id and its secret.' },
    scimToken: { type: 'http', scheme: 'bearer', description: 'A SCIM token of the group.' },
    alertKey: { type: 'http', scheme: 'bearer', description: 'The key of an alert integration.' },
    alertKeyAsPassword: {
      type: 'http',
      scheme: 'basic',
      description: 'The key of an alert integration as the password of any user name.',
    },
    alertSignature: {
      type: 'apiKey',
      in: 'header',
      name: 'webhook-signature',
      description:
        '`v1,` and the Base64 HMAC-SHA-256 of `webhook-id`, `webhook-timestamp` and the body, with points between.',
    },
    registryToken: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'A token of `/jwt/auth` for a repository of images.',
    },
  };
}

/** Any one of these is enough; `{}` means none. */
export function securityOf(route: ApiRoute): JsonObject[] {
  return [
    ...(route.allow.anonymous ? [{}] : []),
    { privateToken: [] },
    ...scopesOf(route).map((scope) => ({ oauth2: [scope] })),
    { session: [] },
    ...(route.admitsJobTokens || route.path.startsWith(OF_JOBS) ? [{ jobToken: [] }] : []),
  ];
}

/** Reports of runners, which contain the token of the job. */
const OF_JOBS = '/jobs/:job_id';

export const scopesOf = ({ allow, verb }: ApiRoute): readonly string[] =>
  allow.scopes ?? (verb === 'GET' ? READ_SCOPES : WRITE_SCOPES);
