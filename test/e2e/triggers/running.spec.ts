import { aCiProject } from '../../builders/pipelines.js';
import { aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { GitClient } from '../../support/git.js';
import { TestRunner } from '../../support/test-runner.js';

const THREE_STAGES = `
build:
  stage: build
  script: [echo building, echo "on $CI_COMMIT_REF_NAME"]
test one: { stage: test, script: echo one }
test two: { stage: test, script: echo two }
deploy:
  stage: deploy
  before_script: [echo before]
  script: echo deployed
`;

let app: TestApp;
let git: GitClient;
let owner: TestUser;
beforeAll(async () => {
  app = await startApp();
  git = await GitClient.make();
  owner = await aUser(app);
});
afterAll(async () => {
  await app.close();
  await git.remove();
});

async function aRunnerOf(path: string, fields: object = {}): Promise<TestRunner> {
  const { body } = await owner.api.get(path);
  return TestRunner.register(app, body.runners_token, fields);
}

describe('a runner', () => {
  it('takes a pipeline through its stages to success', async () => {
    const ci = await aCiProject(app, git, THREE_STAGES, { owner });
    const runner = await aRunnerOf(ci.path);
    const { id } = await ci.start();

    expect((await owner.api.get(`${ci.path}/pipelines/${id}`)).body.status).toBe('pending');
    expect(await runner.runAll()).toEqual(['build', 'test one', 'test two', 'deploy']);

    const { body: pipeline } = await owner.api.get(`${ci.path}/pipelines/${id}`);
    expect(pipeline).toMatchObject({ status: 'success', detailed_status: { text: 'passed' } });
    expect(pipeline.started_at).not.toBeNull();
    expect(pipeline.finished_at).not.toBeNull();
    const { body: jobs } = await owner.api.get(`${ci.path}/pipelines/${id}/jobs`);
    expect(jobs.map(({ name, status }: { name: string; status: string }) => `${name} ${status}`)).toEqual([
      'build success',
      'test one success',
      'test two success',
      'deploy success',
    ]);
    const trace = await owner.api.get(`${ci.path}/jobs/${jobs[0].id}/trace`);
    expect(trace.text).toBe('building\non main\n');
    expect(trace.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });
});
