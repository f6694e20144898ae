import type { ApiRoute } from '../api-routes.js';
import { ALERT_RECEIVER_PATHS, ALERT_RECEIVER_TAG } from '../protocols/alert-receiver-paths.js';
import { GRAPHQL_PATHS, GRAPHQL_TAG } from '../protocols/graphql-paths.js';
import { OAUTH_PATHS, OAUTH_SCHEMAS, OAUTH_TAG } from '../protocols/oauth-paths.js';
import { SCIM_PATHS, SCIM_TAG } from '../protocols/scim-paths.js';
import { PACKAGE_TAG } from '../protocols/package-operations.js';
import { PACKAGE_PATHS } from '../protocols/package-paths.js';
import { REGISTRY_PATHS, REGISTRY_SCHEMAS, REGISTRY_TAG } from '../protocols/registry-paths.js';
import { describedTags } from '../texts/tags.js';
import { ERROR_RESPONSES, ERROR_SCHEMAS } from './error-responses.js';
import { HEADERS } from './headers.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import { operationOf } from './operation.js';
import { PARAMETERS } from './parameters.js';
import { SchemaComponents } from './schema-components.js';
import { securitySchemes } from './security.js';

interface Site {
  readonly baseUrl: string;
  readonly version: string;
}

const API = '/api/v4';

const DESCRIPTION = `The version 4 REST API, the OAuth 2.0 provider and the OCI distribution endpoints of Slipway.

Every answer carries \`X-Request-Id\`. Administrators whose token has the scope \`sudo\` act as another user with the header \`Sudo\`.`;

/** OpenAPI 3.1 document of all programmatic endpoints (contract: conventions §21.8). */
export function openApiDocument(routes: readonly ApiRoute[], { baseUrl, version }: Site) {
  const schemas = new SchemaComponents();
  Object.entries(FIXED_SCHEMAS).forEach(([name, schema]) => schemas.add(name, schema));
  const paths = apiPaths(routes, schemas);
  return {
    openapi: '3.1.0',
    info: { title: 'Slipway', version, description: DESCRIPTION, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: baseUrl }],
    tags: [...describedTags(), OAUTH_TAG, REGISTRY_TAG, PACKAGE_TAG, SCIM_TAG, GRAPHQL_TAG, ALERT_RECEIVER_TAG],
    paths: {
      ...paths,
      ...OAUTH_PATHS,
      ...REGISTRY_PATHS,
      ...PACKAGE_PATHS,
      ...SCIM_PATHS,
      ...GRAPHQL_PATHS,
      ...ALERT_RECEIVER_PATHS,
    },
    components: {
      schemas: schemas.all(),
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: ERROR_RESPONSES,
      securitySchemes: securitySchemes(baseUrl),
    },
  };
}

const FIXED_SCHEMAS: Readonly<Record<string, JsonObject>> = { ...ERROR_SCHEMAS, ...OAUTH_SCHEMAS, ...REGISTRY_SCHEMAS };

function apiPaths(routes: readonly ApiRoute[], schemas: SchemaComponents): JsonObject {
  const paths = new Map<string, JsonObject>();
  for (const route of routes) {
    const path = `${API}${route.path.replace(/[:*](\w+)/g, '{$1}')}`;
    paths.set(path, { ...paths.get(path), [route.verb.toLowerCase()]: operationOf(route, schemas) });
  }
  return Object.fromEntries(paths);
}
