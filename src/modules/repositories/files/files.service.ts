import { Injectable } from '@nestjs/common';
import { invalidField, notFound, payloadTooLarge } from '../../../common/errors/catalogue.js';
import type { Project } from '../../../core/projects/project.js';
import { History } from '../../../core/repositories/reads/history.service.js';
import { RepositoryReads } from '../../../core/repositories/reads/repository-reads.service.js';
import { RepositoriesService } from '../../../core/repositories/repositories.service.js';
import type { RepositoryFile } from './file.js';
import { filePathComplaint } from '../../../core/repositories/commits/file-path.js';

/** A file's content in JSON is limited (contract: git §3.4). */
const MAX_JSON_CONTENT = 10 * 1024 * 1024;
const EXECUTABLE = '100755';

/** Files as they are read (contract: git §3.4). */
@Injectable()
export class FileReads {
  constructor(
    private readonly repositories: RepositoriesService,
    private readonly reads: RepositoryReads,
    private readonly history: History,
  ) {}

  /** Throws 400 for the path, 404 for the ref or the file, 413 for a large one. */
  async get(project: Project, path: string, ref: string): Promise<RepositoryFile> {
    refuseBadPath(path);
    const repository = await this.repositories.getCode(project.id);
    const file = await this.reads.open(repository, undefined, async (session, place) => {
      const found = await session.resolve(ref);
      if (!found) {
        throw notFound('Commit');
      }
      const entry = await session.entryAt(found.commit, path);
      const blob = entry?.type === 'blob' ? await session.blob(entry.id, MAX_JSON_CONTENT) : null;
      if (!entry || !blob) {
        return null;
      }
      const { size, content } = blob;
      const lastCommitId = await this.history.lastChange(place, found.commit.id, path);
      const isExecutable = entry.mode === EXECUTABLE;
      return {
        path,
        ref,
        blobId: entry.id,
        size,
        content,
        commitId: found.commit.id,
        lastCommitId,
        isExecutable,
      };
    });
    if (!file) {
      throw notFound(file === undefined ? 'Commit' : 'File');
    }
    if (file.size > MAX_JSON_CONTENT) {
      throw payloadTooLarge();
    }
    return file;
  }
}

export function refuseBadPath(path: string): void {
  const complaint = filePathComplaint(path);
  if (complaint !== undefined) {
    throw invalidField('file_path', complaint);
  }
}
