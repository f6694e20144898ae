import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import type { Project } from '../../../core/projects/project.js';
import type { GitChild } from '../../../platform/git/git-child.js';
import { Git } from '../../../platform/git/git.service.js';
import { filePathError, folderPathOf } from '../writes/file-path.js';
import { ProjectCodeService } from '../project-code/project-code.service.js';
import type { ArchiveFormat } from './archive-formats.js';

/** An archive that is about to be created. */
export interface Archive {
  readonly format: ArchiveFormat;
  /** File name without the suffix. */
  readonly name: string;
  readonly child: GitChild;
}

export interface ArchiveQuery {
  readonly format: ArchiveFormat;
  readonly ref: string;
  /** Path of a file or folder; empty for the whole commit. */
  readonly path: string;
}

/** Creates archives of the content of a commit (contract: git §3.4). */
@Injectable()
export class ArchivesService {
  constructor(
    private readonly code: ProjectCodeService,
    private readonly git: Git,
  ) {}

  /** Throws 404 for an empty repository, an unknown ref or an unknown path. */
  async make(project: Project, query: ArchiveQuery, use: (archive: Archive) => Promise<void>): Promise<void> {
    await this.git.pacedByClient(() => this.code.reading(project, () => this.stream(project, query, use)));
  }

  private async stream(
    project: Project,
    { format, ref, path }: ArchiveQuery,
    use: (archive: Archive) => Promise<void>,
  ): Promise<void> {
    const part = folderPathOf(path);
    const found = await this.code.readOr404(project, 'Repository', async (session, gitDir) => {
      const resolved = await session.resolve(ref);
      if (!resolved) {
        throw notFound(project.emptyRepo ? 'Repository' : 'Commit');
      }
      if (part !== '' && (filePathError(part) ?? !(await session.entryAt(resolved.commit, part)))) {
        throw notFound('Tree');
      }
      return { gitDir, commitId: resolved.commit.id };
    });
    const named = ref === 'HEAD' ? (project.defaultBranch ?? ref) : ref;
    const name = [project.path, named.replaceAll('/', '-'), found.commitId].join('-');
    const only = part === '' ? [] : ['--', part];
    const args = [
      '--literal-pathspecs',
      'archive',
      `--format=${format.git}`,
      `--prefix=${name}/`,
      found.commitId,
      ...only,
    ];
    await this.git.stream(found.gitDir, args, (child) => use({ format, name, child }));
  }
}
