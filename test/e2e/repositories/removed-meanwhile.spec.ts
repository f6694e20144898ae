import { access } from 'node:fs/promises';
import path from 'node:path';
import { jest } from '@jest/globals';
import { OperationRefused } from '../../../src/core/operations/operations.service.js';
import { MergedBranchesExecutionService } from '../../../src/modules/repositories/branches/merged-branches-execution.service.js';
import { RepositoriesService } from '../../../src/modules/repositories/storages/repositories.service.js';
import { Env } from '../../../src/platform/config/env.js';
import { Git } from '../../../src/platform/git/git.service.js';
import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { aCommit, repositoryPath } from '../../builders/repositories.js';
import { notFound } from '../../support/answers.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

let app: TestApp;
let owner: TestUser;
let project: TestProject;
let directory: string;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await aProject(owner.api);
  await aCommit(owner.api, project, { 'composer.json': '{"name":"acme/gone"}' });
  const [row] = await app.sql<{ relative_path: string }>(
    'select relative_path from repositories where project_id = $1',
    [project.id],
  );
  directory = path.join(app.app.get(Env).storages.get('default')!, row!.relative_path);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const isThere = () =>
  access(directory).then(
    () => true,
    () => false,
  );

/** Deletes the project with all that lies on disk. */
async function remove(): Promise<void> {
  expect((await owner.api.delete(`projects/${project.id}`)).status).toBe(202);
  await app.drainJobs();
}

describe('a write to a repository whose project is removed meanwhile', () => {
  it('is 404 and leaves no directory, where the write would make it anew', async () => {
    const repositories = app.app.get(RepositoriesService);
    const open = repositories.openDirectory.bind(repositories);
    jest.spyOn(repositories, 'openDirectory').mockImplementationOnce(async (...args) => {
      await remove();
      return open(...args);
    });

    expect(await owner.api.post(repositoryPath(project, 'branches'), { branch: 'late', ref: 'main' })).toMatchObject(
      notFound('Project'),
    );
    expect(await isThere()).toBe(false);
  });
});

describe('a read of a repository whose project is removed meanwhile', () => {
  const removingBeforeGit = () => {
    const git = app.app.get(Git);
    const stream = git.stream.bind(git);
    jest.spyOn(git, 'stream').mockImplementationOnce(async (...args: Parameters<typeof stream>) => {
      await remove();
      return stream(...args);
    });
  };

  it('is 404 for an archive', async () => {
    removingBeforeGit();

    expect(await owner.api.get(repositoryPath(project, 'archive.zip'))).toMatchObject(notFound('Project'));
  });

  it('is 404 for a Composer package that would be made of it', async () => {
    removingBeforeGit();

    const answer = await owner.api.post(`projects/${project.id}/packages/composer`, { branch: 'main' });
    expect(answer).toMatchObject(notFound('Project'));
  });
});

describe('the deletion of merged branches of a project that is removed meanwhile', () => {
  it('refuses instead of being tried again and again', async () => {
    await remove();

    const execution = app.app.get(MergedBranchesExecutionService);
    const advance = () => Promise.resolve(true);
    await expect(execution.deleteAll(project.id, owner.id, '', { advance })).rejects.toBeInstanceOf(OperationRefused);
  });
});
