import type { TestApp } from '../support/app.js';
import { until } from '../support/until.js';
import { aProject, aUser } from './records.js';
import type { TestProject, TestUser } from './records.js';
import { aCommit } from './repositories.js';

export interface CiProject {
  readonly owner: TestUser;
  readonly project: TestProject;
  readonly sha: string;
  readonly path: string;
  /** Starts a pipeline of main; answers its record. */
  start(fields?: object): Promise<{ id: number; status: string }>;
}

/** A project whose main branch has this definition, with an owner. No pipelines yet: that of the commit is taken away. */
export async function aCiProject(
  app: TestApp,
  definition: string,
  { owner, fields = {} }: { owner?: TestUser; fields?: object } = {},
): Promise<CiProject> {
  const by = owner ?? (await aUser(app));
  const project = await aProject(by.api, fields);
  const sha = await aCommit(by.api, project, { '.ci.yml': definition }, { commit_message: 'Go [skip ci]' });
  await until(
    async () => (await app.sql('delete from ci_pipelines where project_id = $1 returning 1', [project.id])).length > 0,
  );
  const path = `projects/${project.id}`;
  return {
    owner: by,
    project,
    sha,
    path,
    start: async (more = {}) => {
      const { status, body } = await by.api.post(`${path}/pipeline`, { ref: 'main', ...more });
      if (status !== 201) {
        throw new Error(`No pipeline: ${status} ${JSON.stringify(body)}`);
      }
      return body;
    },
  };
}
