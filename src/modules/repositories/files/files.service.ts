import { Injectable } from '@nestjs/common';
import { invalidField, notFound, payloadTooLarge } from '../../../common/errors/catalogue.js';
import type { Project } from '../../../core/projects/project.js';
import { HistoryService } from '../reads/history.service.js';
import { RepositoryReadsService } from '../reads/repository-reads.service.js';
import { RepositoriesService } from '../storages/repositories.service.js';
import type { ReadSession } from '../reads/read-session.js';
import type { Commit } from '../../../platform/git/commit-object.js';
import type { GitDirectory } from '../../../platform/git/git-directory.js';
import type { RepositoryFile } from './file.js';
import { filePathError } from '../writes/file-path.js';

/** Maximum size in bytes of a file's content in JSON (contract: git §3.4). */
export const MAX_JSON_CONTENT = 10 * 1024 * 1024;
const EXECUTABLE = '100755';

/** A path at a commit, and the name by which the commit was requested. */
export interface FileAddress {
  readonly commit: Commit;
  readonly ref: string;
  readonly path: string;
}

/** Reads files (contract: git §3.4). */
@Injectable()
export class FilesService {
  constructor(
    private readonly repositories: RepositoriesService,
    private readonly reads: RepositoryReadsService,
    private readonly history: HistoryService,
  ) {}

  /** Throws 400 for an invalid path, 404 for an unknown ref or file, 413 for a large file. */
  async get(project: Project, path: string, ref: string): Promise<RepositoryFile> {
    refuseBadPath(path);
    const repository = await this.repositories.getCode(project.id);
    const file = await this.reads.open(repository, undefined, async (session, gitDir) => {
      const found = await session.resolve(ref);
      if (!found) {
        throw notFound('Commit');
      }
      return this.at(session, gitDir, { commit: found.commit, ref, path });
    });
    if (!file) {
      throw notFound(file === undefined ? 'Commit' : 'File');
    }
    if (file.size > MAX_JSON_CONTENT) {
      throw payloadTooLarge();
    }
    return file;
  }

  /** Returns null if there is no file; the content of a large file is omitted. */
  async at(
    session: ReadSession,
    gitDir: GitDirectory,
    { commit, ref, path }: FileAddress,
  ): Promise<RepositoryFile | null> {
    const entry = await session.entryAt(commit, path);
    const blob = entry?.type === 'blob' ? await session.blob(entry.id, MAX_JSON_CONTENT) : null;
    if (!entry || !blob) {
      return null;
    }
    const { size, content } = blob;
    const lastCommitId = await this.history.lastChange(gitDir, commit.id, path);
    const isExecutable = entry.mode === EXECUTABLE;
    return { path, ref, blobId: entry.id, size, content, commitId: commit.id, lastCommitId, isExecutable };
  }
}

/** Throws 400 for a path that git cannot store (contract: git §3.4). */
export function refuseBadPath(path: string): void {
  const problem = filePathError(path);
  if (problem !== undefined) {
    throw invalidField('file_path', problem);
  }
}
