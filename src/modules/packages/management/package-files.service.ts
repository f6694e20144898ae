import { Injectable } from '@nestjs/common';
import { notFound, preconditionFailed } from '../../../common/errors/catalogue.js';
import type { Page } from '../../../common/pagination/page.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Caller } from '../../../core/access/caller.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import { refuseArchived } from '../../../core/projects/archived.js';
import { auditedProject } from '../../../core/projects/project-audit.js';
import type { Project } from '../../../core/projects/project.js';
import { Database } from '../../../platform/database/database.js';
import type { Precondition } from '../../../platform/http/unit-of-work/precondition.js';
import { PackageDownloadsRepository } from '../files/package-downloads.repository.js';
import type { ServedFile } from '../files/package-downloads.repository.js';
import type { PackageFile } from '../package.js';
import { PackageFileListsRepository } from './package-file-lists.repository.js';
import { PackagesService } from './packages.service.js';

/** Lists and deletes files of packages (contract: packages §3.2). */
@Injectable()
export class PackageFilesService {
  constructor(
    private readonly packages: PackagesService,
    private readonly files: PackageFileListsRepository,
    private readonly downloads: PackageDownloadsRepository,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  async list(project: Project, packageId: number, page: PageRequest): Promise<Page<PackageFile>> {
    const shown = await this.packages.get(project, packageId);
    return this.files.page(shown.id, page);
  }

  /** Throws 404 for the package, then for the file. */
  async getServed(project: Project, ids: { readonly packageId: number; readonly fileId: number }): Promise<ServedFile> {
    const shown = await this.packages.get(project, ids.packageId);
    const file = await this.downloads.findOfPackage(shown.id, ids.fileId);
    if (!file) {
      throw notFound('Package File');
    }
    return file;
  }

  /**
   * Throws 404 for the package, then for the file, 412 for a file newer than the one the client knows, and 403. No read
   * request returns a single file, so its conditional headers are evaluated here. Deleting the last file leaves an
   * empty package.
   */
  async delete(
    project: Project,
    ids: { readonly packageId: number; readonly fileId: number },
    caller: Caller,
    precondition?: Precondition,
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (!(await this.files.lockPackage(project.id, ids.packageId))) {
        throw notFound('Package');
      }
      const deleted = await this.files.markDeleted(ids.packageId, ids.fileId);
      if (!deleted) {
        throw notFound('Package File');
      }
      if (precondition?.({ etag: undefined, lastModified: deleted.createdAt }) === false) {
        throw preconditionFailed();
      }
      refuseArchived(project);
      const target = { id: ids.fileId, type: 'PackageFile', details: deleted.fileName };
      await this.audit.record(tx, caller, auditedProject(project), target, { remove: 'package_file' });
    });
  }
}
