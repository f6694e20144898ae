import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestApp } from '../support/app.js';
import { remoteOf } from '../support/git.js';
import type { GitClient } from '../support/git.js';
import { unique } from './records.js';
import type { TestProject, TestUser } from './records.js';

export interface PushedCode {
  /** The clone, below the directory of the git client. */
  readonly clone: string;
  readonly sha: string;
}

/**
 * Pushes one commit with these files to `main`, by the real git program; `tags` and `branches` are additional refs at
 * it.
 */
export async function pushCode(
  { app, git }: { readonly app: TestApp; readonly git: GitClient },
  project: TestProject,
  by: Pick<TestUser, 'username' | 'token'>,
  files: Readonly<Record<string, string>>,
  { tags = [], branches = [], message = 'Change' }: { tags?: string[]; branches?: string[]; message?: string } = {},
): Promise<PushedCode> {
  const clone = unique('clone');
  const remote = remoteOf(app.url, project.path_with_namespace, { username: by.username, secret: by.token });
  await git.ok(['clone', '-q', remote, clone]);
  await git.ok(['checkout', '-q', '-B', 'main'], { in: clone });
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(git.directory, clone, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  await git.ok(['add', '-A'], { in: clone });
  await git.ok(['commit', '-q', '--allow-empty', '-m', message], { in: clone });
  const refs = [
    'HEAD:refs/heads/main',
    ...tags.map((tag) => `HEAD:refs/tags/${tag}`),
    ...branches.map((branch) => `HEAD:refs/heads/${branch}`),
  ];
  await git.ok(['push', '-q', 'origin', ...refs], { in: clone });
  return { clone, sha: await git.ok(['rev-parse', 'HEAD'], { in: clone }) };
}
