import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Git } from '../../../platform/git/git.service.js';
import type { LooseFiles } from '../../../platform/git/loose-files.js';
import type { Repository } from '../repository.js';
import type { RepositoriesRepository } from '../storages/repositories.repository.js';
import { RepositoriesService } from '../storages/repositories.service.js';
import type { StoragesService } from '../storages/storages.service.js';
import { RefListsService } from './ref-lists.service.js';

const FAULT = new Error('fatal: not a git repository');
const NO_FILES = {} as LooseFiles;
const ofProject = { id: 1, snippetId: null, storage: 'default' } as Repository;
const ofSnippet = { ...ofProject, snippetId: 7 };

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'slipway-refs-'));
  writeFileSync(path.join(directory, 'HEAD'), 'ref: refs/heads/main\n');
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

/** Refs of a repository whose directory goes away while git reads it; its row is there, or gone as well. */
function refsWhileRemoved(row: Repository | null): RefListsService {
  const rows = { findById: () => Promise.resolve(row) } as unknown as RepositoriesRepository;
  const storages = {
    gitDirOf: () => ({ path: directory }),
    requireReachable: () => Promise.resolve(),
    isReachable: () => Promise.resolve(true),
  };
  const git = { wordBatches: () => Promise.reject(FAULT) } as unknown as Git;
  return new RefListsService(new RepositoriesService(rows, storages as unknown as StoragesService, NO_FILES), git);
}

describe('RefListsService.list', () => {
  it.each([
    [ofProject, { message: '404 Project Not Found' }],
    [ofSnippet, { message: '404 Snippet Not Found' }],
  ])('throws 404 when the repository was deleted meanwhile', async (repository, body) => {
    const listing = refsWhileRemoved(null).list(repository, { kind: 'branch' });

    await expect(listing).rejects.toMatchObject({ status: 404, body });
  });

  it('throws the fault of git while the repository is there', async () => {
    const listing = refsWhileRemoved(ofProject).list(ofProject, { kind: 'branch' });

    await expect(listing).rejects.toBe(FAULT);
  });
});
