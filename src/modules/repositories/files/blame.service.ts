import { Injectable } from '@nestjs/common';
import { invalidField, IS_INVALID, notFound } from '../../../common/errors/catalogue.js';
import type { Project } from '../../../core/projects/project.js';
import type { Commit } from '../../../platform/git/commit-object.js';
import { Git } from '../../../platform/git/git.service.js';
import { GitFailed } from '../../../platform/git/git-place.js';
import type { GitPlace } from '../../../platform/git/git-place.js';
import { ProjectCode } from '../project-code.service.js';
import type { LineRange } from './dto/files.dto.js';
import { refuseBadPath } from './files.service.js';
import { readBlame } from './blame-text.js';
import type { BlamedLines } from './blamed-lines.js';

/** Which commit wrote which line (contract: git §3.4). */
@Injectable()
export class Blame {
  constructor(
    private readonly code: ProjectCode,
    private readonly git: Git,
  ) {}

  /** Throws 400 for the path and the range, 404 for the ref and the file. */
  read(project: Project, path: string, ref: string, range: LineRange | undefined): Promise<BlamedLines[]> {
    refuseBadPath(path);
    return this.code.readOr404(project, 'Commit', async (session, place) => {
      const found = await session.resolve(ref);
      if (!found) {
        throw notFound('Commit');
      }
      const entry = await session.entryAt(found.commit, path);
      if (entry?.type !== 'blob') {
        throw notFound('File');
      }
      const groups = readBlame(await this.blame(place, found.commit.id, path, range));
      const commits = new Map<string, Commit>();
      for (const id of new Set(groups.map((group) => group.commitId))) {
        const commit = await session.commit(id);
        if (commit) {
          commits.set(id, commit);
        }
      }
      return groups.map(({ commitId, lines }) => ({ commit: commits.get(commitId) ?? found.commit, lines }));
    });
  }

  private async blame(place: GitPlace, commitId: string, path: string, range: LineRange | undefined): Promise<string> {
    const lines = range ? [`-L${range.start},${range.end}`] : [];
    try {
      return await this.git.text(place, ['blame', '--porcelain', ...lines, commitId, '--', path]);
    } catch (error) {
      throw error instanceof GitFailed && /has only \d+ lines?/.test(error.stderr)
        ? invalidField('range', IS_INVALID)
        : error;
    }
  }
}
