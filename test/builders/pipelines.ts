import type { TestApp } from '../support/app.js';
import type { GitClient } from '../support/git.js';
import { pushCode } from './code.js';
import { aProject, aUser } from './records.js';
import type { TestProject, TestUser } from './records.js';

export interface CiProject {
  readonly owner: TestUser;
  readonly project: TestProject;
  readonly sha: string;
  readonly path: string;
  readonly clone: string;
  /** Starts a pipeline of main; answers its record. */
  start(fields?: object): Promise<{ id: number; status: string }>;
}

/** A project whose main branch has this definition, with an owner. No pipelines yet: the push skips them. */
export async function aCiProject(
  app: TestApp,
  git: GitClient,
  definition: string,
  { owner, fields = {} }: { owner?: TestUser; fields?: object } = {},
): Promise<CiProject> {
  const by = owner ?? (await aUser(app));
  const project = await aProject(by.api, fields);
  const { sha, clone } = await pushCode(
    { app, git },
    project,
    by,
    { '.ci.yml': definition },
    { message: 'Go [skip ci]' },
  );
  await app.sql('delete from ci_pipelines where project_id = $1', [project.id]);
  const path = `projects/${project.id}`;
  return {
    owner: by,
    project,
    sha,
    clone,
    path,
    start: async (more = {}) => {
      const { status, body } = await by.api.post(`${path}/pipeline`, { ref: 'main', ...more });
      if (status !== 201) {
        throw new Error(`No pipeline: ${status} ${JSON.stringify(body)}`);
      }
      await settled(app);
      return body;
    },
  };
}

/** Waits until pipelines that were made have been looked at. */
export async function settled(app: TestApp): Promise<void> {
  for (let round = 0; round < 400; round++) {
    const [row] = await app.sql<{ count: number }>(
      `select count(*) from jobs where name in ('pipelines.process-pipeline', 'pipelines.make-push-pipelines') and dead_at is null`,
    );
    if (Number(row?.count) === 0) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  const left = await app.sql('select name, payload, attempts, last_error from jobs');
  throw new Error(`Pipelines were not processed: ${JSON.stringify(left)}`);
}
