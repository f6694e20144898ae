import { Injectable } from '@nestjs/common';
import type { Project } from '../../../core/projects/project.js';
import { DiffsService } from '../reads/diffs.service.js';
import type { DiffStats } from '../reads/diff-stats.js';
import type { ReadSession } from '../reads/read-session.js';
import { lineStats, NO_LINES } from '../reads/line-stats.js';
import { ProjectCodeService } from '../project-code/project-code.service.js';
import type { DraftedCommit } from '../writes/commit-drafts.service.js';
import type { DraftChange, DraftedFile } from '../writes/tree-draft.js';

/** Maximum file size in bytes; git compares larger files. */
const MOST_READ = 256 * 1024;
const LINK_MODE = '120000';

type Read = (id: string) => Promise<Buffer | null>;

/** Counts the changed lines of a commit that was just created, without git if the count is unambiguous. */
@Injectable()
export class DraftStatsService {
  constructor(
    private readonly code: ProjectCodeService,
    private readonly diffs: DiffsService,
  ) {}

  async of(project: Project, { id, start, objects, changes }: DraftedCommit): Promise<DiffStats> {
    const made = new Map(objects.map((object) => [object.id, object.content]));
    const ofNewFiles = await countChanges(changes, (blobId) => Promise.resolve(made.get(blobId) ?? null));
    if (ofNewFiles) {
      return ofNewFiles;
    }
    return this.code.readOr404(project, 'Commit', async (session, gitDir) => {
      const read: Read = async (blobId) => made.get(blobId) ?? smallContent(await session.blob(blobId, MOST_READ));
      const range = { from: start.parent?.id ?? null, to: id };
      return (await countChanges(changes, read)) ?? this.diffs.stats(gitDir, range);
    });
  }
}

type Blob = Awaited<ReturnType<ReadSession['blob']>>;
const smallContent = (blob: Blob): Buffer | null => (blob && blob.size <= MOST_READ ? blob.content : null);

/**
 * Returns null if git has to count: files may have been renamed, or the differing lines can be matched in several ways.
 */
async function countChanges(changes: readonly DraftChange[], read: Read): Promise<DiffStats | null> {
  const mayBeRenamed = changes.some(({ before }) => !before) && changes.some(({ after }) => !after);
  if (mayBeRenamed) {
    return null;
  }
  let sum = NO_LINES;
  for (const { before, after } of changes) {
    const [old, current] = [await contentOf(before, read), await contentOf(after, read)];
    const stats = old && current && lineStats(old, current);
    if (!stats) {
      return null;
    }
    sum = {
      additions: sum.additions + stats.additions,
      deletions: sum.deletions + stats.deletions,
      total: sum.total + stats.total,
    };
  }
  return sum;
}

/** Returns null for a symbolic link and for a file that is missing or too large. */
async function contentOf(file: DraftedFile | null, read: Read): Promise<Buffer | null> {
  if (file === null) {
    return Buffer.alloc(0);
  }
  const content = file.mode === LINK_MODE ? null : await read(file.id);
  return content && content.length <= MOST_READ ? content : null;
}
