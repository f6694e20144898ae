import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { unique } from '../../builders/records.js';
import { ADMIN_TOKEN, startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

const run = promisify(execFile);
const MODULES = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')), '..');
const PATIENCE_MS = 170_000;

/** A program as somebody writes it with the generated types; it prints what it was answered. */
const PROGRAM = `
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.js';

declare const process: { readonly argv: readonly string[] };

const [baseUrl = '', token = '', name = ''] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl, headers: { 'PRIVATE-TOKEN': token } });

const created = await api.POST('/api/v4/projects', { body: { name, path: name, visibility: 'internal' } });
const project = created.data;
if (project === undefined) {
  throw new Error(String(created.error?.message));
}
const id: number = project.id;

const list = await api.GET('/api/v4/projects', { params: { query: { search: name, per_page: 1, sort: 'asc' } } });
const listed: string[] = (list.data ?? []).map((one) => one.path_with_namespace);

const byPath = await api.GET('/api/v4/projects/{id}', { params: { path: { id: project.path_with_namespace } } });
const trigger = await api.POST('/api/v4/projects/{id}/triggers', {
  params: { path: { id }, header: { 'Idempotency-Key': name } },
  body: { description: 'nightly' },
});
const nightly: components['schemas']['Trigger'] | undefined = trigger.data;
const missing = await api.GET('/api/v4/projects/{id}', { params: { path: { id: 0 } } });
const refusal: string | undefined = missing.error?.message === undefined ? undefined : String(missing.error.message);

const info = await api.POST('/oauth/token', { body: { grant_type: 'refresh_token', client_id: 'nobody' } });

// @ts-expect-error no such word
await api.GET('/api/v4/projects', { params: { query: { sort: 'sideways' } } });
// @ts-expect-error the path wants an id
await api.GET('/api/v4/projects/{id}');
// @ts-expect-error a description is required
await api.POST('/api/v4/projects/{id}/triggers', { params: { path: { id } }, body: {} });
// @ts-expect-error no such attribute
void project.no_such_attribute;

console.log(
  JSON.stringify({
    id,
    listed,
    total: list.response.headers.get('x-total'),
    byPath: byPath.data !== undefined && 'id' in byPath.data ? byPath.data.id : undefined,
    trigger: nightly?.description,
    refusal,
    oauth: info.error?.error,
  }),
);
`;

/** Strict, and the generated types are checked themselves. */
const COMPILER = {
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    module: 'NodeNext',
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    types: [],
  },
  files: ['program.ts', 'schema.ts'],
};

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  folder = await mkdtemp(path.join(tmpdir(), 'slipway-client-'));
  await symlink(MODULES, path.join(folder, 'node_modules'));
  const { text } = await app.anonymous.get('openapi.json');
  await Promise.all([
    writeFile(path.join(folder, 'openapi.json'), text),
    writeFile(path.join(folder, 'program.ts'), PROGRAM),
    writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(COMPILER)),
    writeFile(path.join(folder, 'package.json'), '{"type":"module"}'),
  ]);
}, 240_000);
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await app.close();
});

/** Runs a program in the folder; a compiler prints what is wrong to its standard output. */
async function node(script: string, ...args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await run(process.execPath, [script, ...args], { cwd: folder, timeout: PATIENCE_MS });
    return stdout;
  } catch (failure) {
    const { stdout = '', stderr = '' } = failure as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${script} failed: ${stdout}${stderr}`, { cause: failure });
  }
}

describe('A TypeScript client that is generated from openapi.json', () => {
  it('compiles in strict mode, the generated types included, and works with the service', async () => {
    await node('node_modules/openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'schema.ts');
    await node('node_modules/typescript/bin/tsc', '-p', '.');

    const name = unique('generated');
    const printed = JSON.parse(await node('program.js', app.url, ADMIN_TOKEN, name)) as Record<string, unknown>;

    expect(printed).toEqual({
      id: expect.any(Number) as number,
      listed: [`root/${name}`],
      total: '1',
      byPath: printed.id,
      trigger: 'nightly',
      refusal: '404 Project Not Found',
      oauth: 'invalid_request',
    });
  }, 240_000);
});
