import { Injectable } from '@nestjs/common';
import { invalidField, IS_INVALID, notFound } from '../../../common/errors/catalogue.js';
import type { Project } from '../../../core/projects/project.js';
import { DiffsService } from '../reads/diffs.service.js';
import { HistoryService } from '../reads/history.service.js';
import type { ReadSession } from '../reads/read-session.js';
import type { Commit } from '../../../platform/git/commit-object.js';
import { ProjectCodeService } from '../project-code/project-code.service.js';
import type { Comparison } from './comparison.js';

/** Maximum number of commits in a comparison (contract: git §3.4). */
const MOST_COMMITS = 1000;

/** Compares two states of a repository and finds their merge base (contract: git §3.4). */
@Injectable()
export class ComparisonsService {
  constructor(
    private readonly code: ProjectCodeService,
    private readonly history: HistoryService,
    private readonly diffs: DiffsService,
  ) {}

  /** Compares from the merge base, unless `isStraight`. Throws 404. */
  compare(project: Project, from: string, to: string, isStraight: boolean): Promise<Comparison> {
    return this.code.readOr404(project, 'Ref', async (session, gitDir) => {
      const [start, end] = [await this.find(session, from), await this.find(session, to)];
      const base = isStraight ? start.id : ((await this.history.mergeBase(gitDir, [start.id, end.id])) ?? start.id);
      const ids = await this.history.newest(gitDir, { from: start.id, to: end.id }, MOST_COMMITS);
      const { files, isTimedOut } = await this.diffs.between(gitDir, { from: base, to: end.id });
      return { commits: await session.commits(ids.reverse()), files, isTimedOut, isSameRef: from === to };
    });
  }

  /** Returns the best common ancestor of all refs. Throws 400 for fewer than two refs, and 404. */
  mergeBase(project: Project, refs: readonly string[]): Promise<Commit> {
    if (refs.length < 2) {
      throw invalidField('refs', IS_INVALID);
    }
    return this.code.readOr404(project, 'Merge Base', async (session, gitDir) => {
      const ids: string[] = [];
      for (const ref of refs) {
        const found = await session.resolve(ref);
        if (!found) {
          return null;
        }
        ids.push(found.commit.id);
      }
      const base = await this.history.mergeBase(gitDir, ids);
      return base === null ? null : session.commit(base);
    });
  }

  private async find(session: ReadSession, ref: string): Promise<Commit> {
    const found = await session.resolve(ref);
    if (!found) {
      throw notFound('Ref');
    }
    return found.commit;
  }
}
