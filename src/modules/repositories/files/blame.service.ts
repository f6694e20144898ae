import { Injectable } from '@nestjs/common';
import { invalidField, IS_INVALID, message, notFound, payloadTooLarge } from '../../../common/errors/catalogue.js';
import type { Project } from '../../../core/projects/project.js';
import { LARGE_FILES } from '../reads/diff-text.js';
import type { ReadSession } from '../reads/read-session.js';
import { ByteReader } from '../../../platform/git/byte-reader.js';
import type { Commit } from '../../../platform/git/commit-object.js';
import type { GitChild } from '../../../platform/git/git-child.js';
import { Git } from '../../../platform/git/git.service.js';
import { GitFailed } from '../../../platform/git/git-directory.js';
import type { GitDirectory } from '../../../platform/git/git-directory.js';
import { ProjectCodeService } from '../project-code/project-code.service.js';
import type { LineRange } from './files.dto.js';
import { MAX_JSON_CONTENT, refuseBadPath } from './files.service.js';
import { inFileOrder, linesOf, rangeOf, readHunks } from './blame-text.js';
import type { BlameHunk } from './blame-text.js';
import type { BlamedLines } from './blamed-lines.js';

/** Limits of one response. For a longer file, a range can be requested. */
const MAX_LINES = 500_000;
const MAX_JSON_BYTES = 16 * 1024 * 1024;
const MAX_HUNKS = 10_000;
const MAX_MS = 20_000;
const tooMuch = () => message(422, 'The blame of this file is too large: ask for a range of lines.');

/** Finds which commit wrote which line (contract: git §3.4). */
@Injectable()
export class BlameService {
  constructor(
    private readonly code: ProjectCodeService,
    private readonly git: Git,
  ) {}

  /**
   * Throws 400 for an invalid path or range, 404 for an unknown ref or file, 413 for a large file, 422 for a large
   * answer.
   */
  read(project: Project, path: string, ref: string, range: LineRange | undefined): Promise<BlamedLines[]> {
    refuseBadPath(path);
    return this.code.readOr404(project, 'Commit', async (session, gitDir) => {
      const found = await session.resolve(ref);
      if (!found) {
        throw notFound('Commit');
      }
      const content = await contentAt(session, found.commit, path);
      const { start, end } = range ?? { start: 1, end: Infinity };
      const asked = await rangeOf(content, start, end);
      if (range && start > asked.total) {
        throw invalidField('range', IS_INVALID);
      }
      if (Math.min(end, asked.total) - start >= MAX_LINES || asked.jsonBytes > MAX_JSON_BYTES) {
        throw tooMuch();
      }
      const lines = await linesOf(asked.content);
      const hunks =
        lines.length === 0
          ? []
          : await this.hunks(gitDir, found.commit.id, path, { start, end: Math.min(end, asked.total) });
      const commits = await session.commits([...new Set(hunks.map(({ commitId }) => commitId))]);
      const byId = new Map(commits.map((commit) => [commit.id, commit]));
      return hunks.map(({ commitId, firstLine, lines: count }) => ({
        commit: byId.get(commitId) ?? found.commit,
        lines: lines.slice(firstLine - start, firstLine - start + count),
      }));
    });
  }

  private async hunks(
    gitDir: GitDirectory,
    commitId: string,
    path: string,
    { start, end }: LineRange,
  ): Promise<BlameHunk[]> {
    const args = [...LARGE_FILES, 'blame', '--incremental', `-L${start},${end}`, commitId, '--', path];
    const read = async (child: GitChild): Promise<BlameHunk[]> => {
      const hunks = await readHunks(new ByteReader(child.stdout), MAX_HUNKS);
      const code = hunks.length > MAX_HUNKS ? null : await child.ended;
      if (code === null) {
        throw tooMuch();
      }
      if (code !== 0) {
        throw new GitFailed('blame', code, child.stderr);
      }
      return inFileOrder(hunks);
    };
    return this.git.stream(gitDir, args, read, { signal: AbortSignal.timeout(MAX_MS) });
  }
}

async function contentAt(session: ReadSession, commit: Commit, path: string): Promise<Buffer> {
  const entry = await session.entryAt(commit, path);
  const blob = entry?.type === 'blob' ? await session.blob(entry.id, MAX_JSON_CONTENT) : null;
  if (!blob) {
    throw notFound('File');
  }
  if (blob.size > MAX_JSON_CONTENT) {
    throw payloadTooLarge();
  }
  return blob.content;
}
