import { Injectable } from '@nestjs/common';
import { conflict, notFound } from '../../../common/errors/catalogue.js';
import type { Caller } from '../../../core/access/caller.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import { refuseArchived } from '../../../core/projects/archived.js';
import { auditedProject } from '../../../core/projects/project-audit.js';
import type { Project } from '../../../core/projects/project.js';
import { Env } from '../../../platform/config/env.js';
import { brokenConstraint } from '../../../platform/database/database-errors.js';
import { Database } from '../../../platform/database/database.js';
import { PackageFileListsRepository } from '../management/package-file-lists.repository.js';
import type { Package, PackageFile } from '../package.js';
import { RestorationRepository } from './restoration.repository.js';

/** Unique indexes that are violated when a name was published again. */
const TAKEN = ['uq_packages_version', 'uq_package_files_sole_name'];

/** Undoes deletions of packages and files while their bytes are kept (contract: packages §6.1). */
@Injectable()
export class RestorationService {
  constructor(
    private readonly deleted: RestorationRepository,
    private readonly files: PackageFileListsRepository,
    private readonly audit: AuditService,
    private readonly database: Database,
    private readonly env: Env,
  ) {}

  /** Throws 404 if there is nothing to restore, 403 in an archived project, 409 if the version was published again. */
  restorePackage(project: Project, id: number, caller: Caller): Promise<Package> {
    const { restoreWindow } = this.env.packages;
    return refusingTaken(
      project,
      this.database.transaction(async (tx) => {
        const restored = await this.deleted.revealPackage(project.id, id, restoreWindow);
        if (!restored) {
          throw notFound('Package');
        }
        refuseArchived(project);
        await this.refuseHeldModule(restored);
        const target = { id, type: 'Package', details: `${restored.name} ${restored.version}`.trim() };
        await this.audit.record(tx, caller, auditedProject(project), target, { custom_message: 'Package restored' });
        return restored;
      }),
    );
  }

  /** Only one project of a namespace may have a Terraform module of that name, and it may be another one by now. */
  private async refuseHeldModule({ packageType, projectId, name }: Package): Promise<void> {
    if (packageType === 'terraform_module' && (await this.deleted.isModuleHeldElsewhere(projectId, name))) {
      throw versionExists();
    }
  }

  /** Throws 404 for the package, then for the file, 403 in an archived project, 409 if that name was published again. */
  restoreFile(
    project: Project,
    ids: { readonly packageId: number; readonly fileId: number },
    caller: Caller,
  ): Promise<PackageFile> {
    const { restoreWindow } = this.env.packages;
    return refusingTaken(
      project,
      this.database.transaction(async (tx) => {
        if (!(await this.files.lockPackage(project.id, ids.packageId))) {
          throw notFound('Package');
        }
        const isTaken = await this.deleted.isFilePublishedAnew(ids.packageId, ids.fileId);
        const restored = await this.deleted.revealFile(ids.packageId, ids.fileId, restoreWindow);
        if (!restored) {
          throw notFound('Package File');
        }
        refuseArchived(project);
        if (isTaken) {
          throw versionExists();
        }
        const target = { id: ids.fileId, type: 'PackageFile', details: restored.fileName };
        await this.audit.record(tx, caller, auditedProject(project), target, {
          custom_message: 'Package file restored',
        });
        return restored;
      }),
    );
  }
}

const versionExists = () => conflict('the version exists');

/** Unique indexes decide between a restoration and a new publication; in an archived project there is neither. */
async function refusingTaken<T>(project: Project, restoration: Promise<T>): Promise<T> {
  try {
    return await restoration;
  } catch (error) {
    if (!TAKEN.includes(brokenConstraint(error) ?? '')) {
      throw error;
    }
    refuseArchived(project);
    throw versionExists();
  }
}
