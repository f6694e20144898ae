import { aProject } from '../../builders/records.js';
import type { TestProject } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { withOperations } from '../../support/openapi.js';
import type { Operation } from '../../support/openapi.js';

let app: TestApp;
let project: TestProject;
let operations: readonly Operation[];
beforeAll(async () => {
  app = await startApp({ jobs: false });
  project = await aProject(app.admin);
  operations = withOperations((await app.anonymous.get('openapi.json')).text);
});
afterAll(() => app.close());

type Example = Readonly<Record<string, unknown>>;

const exampleOf = ({ of }: Operation): Example | undefined =>
  of.requestBody?.content?.['application/json']?.example as Example | undefined;

const typeOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;

/** What the schema of the body has against the example. */
function faults(operation: Operation): string[] {
  const example = exampleOf(operation) ?? {};
  const { properties, required = [], allOf = [] } = operation.bodies[0] ?? {};
  const given = (names: readonly string[]): boolean => names.every((name) => name in example);
  return [
    ...required.filter((name: string) => !given([name])),
    ...allOf.filter(({ anyOf }: { anyOf: { required: string[] }[] }) => !anyOf.some((one) => given(one.required))),
    ...Object.entries(example)
      .filter(([name, value]) => ![properties[name].type ?? typeOf(value)].flat().includes(typeOf(value)))
      .map(([name]) => name),
  ].map((fault) => `${operation.id}: ${JSON.stringify(fault)}`);
}

/** Tools send examples as they stand (contract: conventions §21.8). */
describe('An example of the OpenAPI document', () => {
  it('has what its schema demands, in the types of the schema', () => {
    const shown = operations.filter((operation) => exampleOf(operation));

    expect(shown.length).toBeGreaterThan(40);
    expect(shown.flatMap(faults)).toEqual([]);
  });

  it.each([
    ['users', 'users'],
    ['projects', 'projects'],
    ['snippets', 'snippets'],
    ['projects/{id}/snippets', 'projects/:id/snippets'],
    ['features/{name}', 'features/ci_job_token_scope'],
    ['applications', 'applications'],
    ['projects/{id}/deploy_tokens', 'projects/:id/deploy_tokens'],
  ])('is taken by POST /%s', async (described, path) => {
    const operation = operations.find((one) => one.verb === 'POST' && one.path.endsWith(`/api/v4/${described}`));

    const answer = await app.admin.post(path.replace(':id', String(project.id)), operation && exampleOf(operation));

    expect(answer).toMatchObject({ status: 201 });
  });
});
