import { validate } from '@readme/openapi-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { SlipwayAdapter } from '../../src/platform/http/slipway.adapter.js';
import { ApiRoutes } from '../../src/modules/openapi/api-routes.js';
import { staleTexts } from '../../src/modules/openapi/texts/describe-operation.js';
import { aNotification, anAlertIntegration } from '../builders/alerts.js';
import { aGroup, aProject, aUser } from '../builders/records.js';
import { startApp } from '../support/app.js';
import type { TestApp } from '../support/app.js';
import { withOperations } from '../support/openapi.js';
import type { Operation } from '../support/openapi.js';

let app: TestApp;
let text: string;
let operations: readonly Operation[];
beforeAll(async () => {
  app = await startApp({ jobs: false });
  ({ text } = await app.anonymous.get('openapi.json'));
  operations = withOperations(text);
});
afterAll(() => app.close());

const API = '/api/v4';
/** Its addresses have no pattern in the table of routes. */
const RECEIVER = 'Alert receiver';
const namesOf = (found: readonly Operation[]): string[] => found.map(({ id }) => id);

describe('GET /openapi.json', () => {
  it('is valid for one validator', async () => {
    const result = await validate(JSON.parse(text));

    expect(result).toMatchObject({ valid: true, warnings: [] });
  });

  it('is valid for another validator', async () => {
    const result = await new Validator().validate(JSON.parse(text) as Parameters<Validator['validate']>[0]);

    expect(result).toMatchObject({ valid: true });
  });

  it('has every route that programs call, with those of @Public in src/modules/openapi/protocols', () => {
    const described = operations
      .filter(({ of }) => !of.tags.includes(RECEIVER))
      .map(({ verb, path }) => `${verb} ${path}`);
    const served = servedToPrograms();

    expect(served.filter((route) => !described.includes(route))).toEqual([]);
    expect(described.filter((route) => !served.includes(route))).toEqual([]);
    expect(described.length).toBe(served.length);
  });

  it('has the addresses of the alert receiver, which takes alerts there', async () => {
    const owner = await aUser(app);
    const group = await aGroup(owner.api);
    const project = await aProject(owner.api, { namespace_id: group.id });
    const receivers = operations.filter(({ of }) => of.tags.includes(RECEIVER));
    const integrations = new Map([
      ['receiveAlert', await anAlertIntegration(owner.api, project.id)],
      ['receiveAlertOfEndpoint', await anAlertIntegration(owner.api, project.id)],
      ['receivePrometheusAlerts', await anAlertIntegration(owner.api, project.id, { type: 'prometheus' })],
    ]);

    expect(namesOf(receivers)).toEqual([...integrations.keys()]);
    for (const { id, path } of receivers) {
      const { token, endpoint_identifier } = integrations.get(id)!;
      const address = path
        .replace('{namespace}/{project}', project.path_with_namespace)
        .replace('{name}', 'any')
        .replace('{endpoint_identifier}', endpoint_identifier);
      const answer = await fetch(`${app.url}${address}?dry_run=true`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
        body: JSON.stringify(aNotification([])),
      });
      expect([id, answer.status]).toEqual([id, 200]);
    }
  });

  it('has an id of its own, a summary and a description for every operation, from resource-names.ts or operation-texts.ts', () => {
    const ids = namesOf(operations);

    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]+$/.test(id))).toEqual([]);
    expect(namesOf(operations.filter(({ of }) => !of.summary || !of.description))).toEqual([]);
  });

  it('has a text for no route that is gone', () => {
    expect(staleTexts(app.app.get(ApiRoutes).all())).toEqual([]);
  });

  it('describes every parameter and every attribute of a body, from parameter-texts.ts', () => {
    const silent = operations.flatMap(({ id, parameters, bodies }) =>
      [...parameters, ...bodies.flatMap(attributesOf)]
        .filter(({ description }) => !description)
        .map(({ name }) => `${id} ${name}`),
    );

    expect([...new Set(silent)]).toEqual([]);
  });

  it('has a schema of the answer of every route, and a name for the schema of every record', () => {
    const routes = app.app.get(ApiRoutes).all();
    const unnamed = operations.flatMap(({ id, answers }) =>
      answers.filter((schema) => 'properties' in recordOf(schema)).map(() => id),
    );

    expect(routes.filter((route) => route.answers === undefined).map((route) => route.name)).toEqual([]);
    expect(unnamed).toEqual(REPLIES_WITHOUT_NAME);
  });

  it('has the paging parameters and headers of every list', () => {
    const lists = app.app
      .get(ApiRoutes)
      .all()
      .filter((route) => Array.isArray(route.answers));
    const paged = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'per_page'));

    expect(lists.filter((route) => !route.isPaged).map((route) => route.name)).toEqual([]);
    expect(paged).toHaveLength(lists.length);
    for (const { of } of paged) {
      const headers = Object.keys(of.responses['200'].headers as object);
      expect(headers).toEqual(expect.arrayContaining(['Link', 'X-Page', 'X-Per-Page', 'X-Next-Page', 'X-Total']));
    }
  });

  it('says of every operation which credentials open it', () => {
    const open = operations.filter(({ of }) => of.security.some((way: object) => Object.keys(way).length === 0));

    expect(namesOf(operations.filter(({ of }) => of.security.length === 0))).toEqual([]);
    expect(namesOf(open)).toEqual(expect.arrayContaining(['listProjects', 'getProject', 'createOAuthToken']));
    expect(namesOf(open)).not.toEqual(expect.arrayContaining(['createProject']));
    expect(operationOf('createProject').of.security).toEqual([
      { privateToken: [] },
      { oauth2: ['api'] },
      { session: [] },
    ]);
    expect(operationOf('getOwnJob').of.security).toContainEqual({ jobToken: [] });
  });

  it('tells tags of images from tags in git', () => {
    expect(operationOf('getProjectRepositoryTag').of.tags).toEqual(['Git tags']);
    expect(operationOf('getProjectRegistryRepositoryTag').of.tags).toEqual(['Image tags']);
  });

  it.each([
    ['createProject', ['400', '401', '403', '404', '408', '409', '413', '414', '415', '422', '429', '503']],
    ['updateGroup', ['400', '401', '403', '404', '408', '409', '412', '413', '414', '415', '422', '429', '503']],
    ['cancelOperation', ['400', '401', '403', '404', '405', '408', '409', '413', '414', '415', '422', '429', '503']],
    ['listProjects', ['304', '400', '401', '403', '404', '405', '414', '429', '503']],
  ])('has the refusals of %s', (id, statuses) => {
    expect(Object.keys(operationOf(id).of.responses).filter((status) => !status.startsWith('2'))).toEqual(statuses);
  });

  it('writes refusals once', () => {
    const responses = operations
      .filter(({ path }) => path.startsWith(API))
      .flatMap(({ of }) => Object.entries(of.responses).filter(([status]) => Number(status) >= 400));

    expect(responses.filter(([, response]) => !('$ref' in (response as object)))).toEqual([]);
  });
});

/** Lists in a shell of their own. */
const REPLIES_WITHOUT_NAME = ['getSigningKeys', 'listRegistryCatalog', 'listRegistryTags'];

/** Pages and what browsers do with them. */
const FOR_BROWSERS =
  /^\/(-|oauth\/(applications|authorized_applications|device)|assets|admin|users|dashboard|snippets|groups|api\/docs)(\/|$)|^\/(\*.*)?$/;
const NOT_DESCRIBED = new Set(['POST /oauth/authorize', 'DELETE /oauth/authorize', 'POST /jwt/auth']);

/** What is refused whatever the verb is described by one of them. */
const DESCRIBED_AS: ReadonlyMap<string, string> = new Map([['ALL', 'POST']]);

function servedToPrograms(): string[] {
  const adapter = app.app.getHttpAdapter() as unknown as SlipwayAdapter;
  return adapter.table
    .routes()
    .filter(({ verb, pattern }) => !FOR_BROWSERS.test(pattern) && !NOT_DESCRIBED.has(`${verb} ${pattern}`))
    .map(({ verb, pattern }) => `${DESCRIBED_AS.get(verb) ?? verb} ${pattern.replace(/[:*](\w+)/g, '{$1}')}`);
}

function operationOf(id: string): Operation {
  const found = operations.find((operation) => operation.id === id);
  if (!found) {
    throw new Error(`No operation is called ${id}.`);
  }
  return found;
}

const attributesOf = ({ properties = {} }: Record<string, unknown>) =>
  Object.entries(properties as Record<string, { description?: string }>).map(([name, { description }]) => ({
    name,
    description,
  }));

const recordOf = (schema: Record<string, unknown>): object => schema.items ?? schema;

describe('GET /api/docs', () => {
  it('serves the page and its assets from the package', async () => {
    const page = await app.anonymous.get('/api/docs');
    expect(page.status).toBe(200);
    for (const asset of ['swagger-ui.css', 'swagger-ui-bundle.js', 'start.js']) {
      expect((await app.anonymous.get(`/api/docs/${asset}`)).status).toBe(200);
    }
    expect((await app.anonymous.get('/api/docs/package.json')).status).toBe(404);
  });
});
