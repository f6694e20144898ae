import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import type { Project } from '../../../core/projects/project.js';
import type { ReadSession } from '../reads/read-session.js';
import type { OpenObject } from '../../../platform/git/cat-file.js';
import { ProjectCodeService } from '../project-code/project-code.service.js';
import { isObjectId } from '../trees/blobs.service.js';
import { refuseBadPath } from './files.service.js';

/** Uses a blob while it is open for reading. */
export type BlobUse = (blob: OpenObject) => Promise<void>;

/** Raw contents of any size (contract: git §3.4). */
@Injectable()
export class FileContentService {
  constructor(private readonly code: ProjectCodeService) {}

  /** Reads a file at a ref, or at the default branch if no ref is given. Throws 400 and 404. */
  file(project: Project, path: string, ref: string, use: BlobUse): Promise<void> {
    refuseBadPath(path);
    return this.open(project, { what: 'File', whenEmpty: 'Commit' }, use, async (session) => {
      const found = await session.resolve(ref);
      if (!found) {
        throw notFound('Commit');
      }
      const entry = await session.entryAt(found.commit, path);
      return entry?.type === 'blob' ? entry.id : null;
    });
  }

  /** Reads a blob by its id. Throws 404. */
  blob(project: Project, id: string, use: BlobUse): Promise<void> {
    return this.open(project, { what: 'Blob', whenEmpty: 'Blob' }, use, () =>
      Promise.resolve(isObjectId(id) ? id : null),
    );
  }

  private async open(
    project: Project,
    { what, whenEmpty }: { readonly what: string; readonly whenEmpty: string },
    use: BlobUse,
    find: (session: ReadSession) => Promise<string | null>,
  ): Promise<void> {
    await this.code.streamOr404(project, whenEmpty, async (session) => {
      const id = await find(session);
      const blob = id === null ? null : await session.openBlob(id);
      if (!blob) {
        throw notFound(what);
      }
      await use(blob);
      return true;
    });
  }
}
