import type { ApiClient } from '../support/api-client.js';
import type { TestProject } from './records.js';

/** Files by path; their contents are text. */
export type Files = Readonly<Record<string, string>>;

/** Commits files to a branch by REST and answers the commit's id. */
export async function aCommit(
  api: ApiClient,
  project: Pick<TestProject, 'id'>,
  files: Files,
  fields: object = {},
): Promise<string> {
  const actions = Object.entries(files).map(([file_path, content]) => ({ action: 'create', file_path, content }));
  const { status, body } = await api.post(`projects/${project.id}/repository/commits`, {
    branch: 'main',
    commit_message: 'Files',
    actions,
    ...fields,
  });
  if (status !== 201) {
    throw new Error(`Not committed: ${status} ${JSON.stringify(body)}`);
  }
  return body.id;
}

/** A path of the API below the code repository of a project. */
export const repositoryPath = (project: Pick<TestProject, 'id'>, rest: string): string =>
  `projects/${project.id}/repository/${rest}`;
