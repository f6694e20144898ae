import { pushCode } from '../../builders/code.js';
import { aProject, aUser, unique } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { GitClient } from '../../support/git.js';

let app: TestApp;
let git: GitClient;
let owner: TestUser;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  git = await GitClient.make();
  owner = await aUser(app);
});
afterAll(async () => {
  await app.close();
  await git.remove();
});

async function aProjectWith(definition: string): Promise<{ project: TestProject; token: string }> {
  const project = await aProject(owner.api);
  await pushCode({ app, git }, project, owner, { '.ci.yml': definition });
  const { body } = await owner.api.post(`projects/${project.id}/triggers`, { description: 'x' });
  return { project, token: body.token };
}

/** Whether the one pipeline of the project and the kept answer of the key were written by one transaction. */
const together = (project: TestProject, key: string) =>
  app.sql(
    `select k.status, k.xmin::text = p.xmin::text as together
     from idempotency_keys k, ci_pipelines p where k.key = $1 and p.project_id = $2`,
    [key, project.id],
  );

describe.each([
  [
    'POST /projects/:id/pipeline',
    ({ project }: { project: TestProject }, headers: Record<string, string>) =>
      owner.api.post(`projects/${project.id}/pipeline`, { ref: 'main' }, { headers }),
  ],
  [
    'POST /projects/:id/trigger/pipeline',
    ({ project, token }: { project: TestProject; token: string }, headers: Record<string, string>) =>
      app.anonymous.post(`projects/${project.id}/trigger/pipeline`, { ref: 'main', token }, { headers }),
  ],
])('%s with an Idempotency-Key', (_call, start) => {
  it('makes the pipeline and keeps its answer in one transaction', async () => {
    const created = await aProjectWith('build: { script: make }');
    const key = unique('key');

    const first = await start(created, { 'Idempotency-Key': key });
    const again = await start(created, { 'Idempotency-Key': key });

    expect(first.status).toBe(201);
    expect(again).toMatchObject({ status: 201, text: first.text });
    expect(await together(created.project, key)).toEqual([{ status: 201, together: true }]);
  });

  it('keeps the refusal of a bad definition together with the failed pipeline', async () => {
    const created = await aProjectWith('build: { unheard: of }');
    const key = unique('key');

    const first = await start(created, { 'Idempotency-Key': key });
    const again = await start(created, { 'Idempotency-Key': key });

    expect(first).toMatchObject({ status: 422, body: { message: { base: [expect.any(String)] } } });
    expect(again).toMatchObject({ status: 422, text: first.text });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await together(created.project, key)).toEqual([{ status: 422, together: true }]);
  });
});
