import type { TestApp } from '../support/app.js';
import { TestRunner } from '../support/test-runner.js';
import type { HandedJob } from '../support/test-runner.js';
import { aCiProject } from './pipelines.js';
import type { CiProject } from './pipelines.js';
import type { TestUser } from './records.js';

/** A definition of one job. */
export const ONE = 'one: { script: echo one }\n';

/** Jobs that runners take in the projects of one owner. */
export class RunningJobs {
  constructor(
    private readonly app: TestApp,
    private readonly owner: TestUser,
  ) {}

  runnerOf = async ({ path }: CiProject, fields: object = {}): Promise<TestRunner> => {
    const { body } = await this.owner.api.get(path);
    return TestRunner.register(this.app, body.runners_token, fields);
  };

  /** A project with a runner and a job that it took. */
  start = async (definition = ONE, fields: object = {}) => {
    const ci = await aCiProject(this.app, definition, { owner: this.owner, fields });
    const runner = await this.runnerOf(ci);
    const pipeline = await ci.start();
    return { ci, runner, pipeline, job: await runner.take() };
  };

  jobOf = async ({ path }: CiProject, { id }: HandedJob) => (await this.owner.api.get(`${path}/jobs/${id}`)).body;

  statusOf = async ({ path }: CiProject, { id }: { readonly id: number }): Promise<string> =>
    (await this.owner.api.get(`${path}/pipelines/${id}`)).body.status;

  traceOf = async ({ path }: CiProject, { id }: HandedJob) => this.owner.api.get(`${path}/jobs/${id}/trace`);
}

/** A variable as the runner gets it. */
export const variable = (job: HandedJob, key: string) =>
  job.variables.find((one: { key: string }) => one.key === key) as Record<string, unknown> | undefined;
