import { Injectable } from '@nestjs/common';
import { notFound, preconditionFailed } from '../../../common/errors/catalogue.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Caller } from '../../../core/access/caller.js';
import type { Group } from '../../../core/groups/group.js';
import { refuseArchived } from '../../../core/projects/archived.js';
import { auditedProject } from '../../../core/projects/project-audit.js';
import type { Project } from '../../../core/projects/project.js';
import { Database } from '../../../platform/database/database.js';
import type { ListRequest } from '../../../platform/database/list-query.js';
import type { Precondition } from '../../../platform/http/unit-of-work/precondition.js';
import type { GroupPackage, Package } from '../package.js';
import { PackageDeletionService } from './package-deletion.service.js';
import type { PackageFilters } from './package-filters.js';
import { PackagesRepository } from './packages.repository.js';
import type { PackageVersion } from '../package.js';

/** Lists and shows packages (contract: packages §3). */
@Injectable()
export class PackagesService {
  constructor(
    private readonly packages: PackagesRepository,
    private readonly deletion: PackageDeletionService,
    private readonly database: Database,
  ) {}

  list(project: Project, filters: PackageFilters, request: ListRequest): Promise<Page<Package>> {
    return this.packages.pageOfProject(project.id, filters, request);
  }

  /** The packages of those projects that the caller may read. */
  async listOfGroup(
    group: Group,
    { filters, withSubgroups }: { readonly filters: PackageFilters; readonly withSubgroups: boolean },
    request: ListRequest,
    caller: Caller,
  ): Promise<Page<GroupPackage>> {
    const projectIds = await this.packages.readableProjects(group, withSubgroups, caller);
    return this.packages.pageOfProjects(projectIds, filters, request);
  }

  /** Throws 404 if the package is not shown. */
  async get(project: Project, id: number): Promise<Package> {
    const found = await this.packages.find(project.id, id);
    if (!found) {
      throw notFound('Package');
    }
    return found;
  }

  versionsBeside(shown: Package): Promise<PackageVersion[]> {
    return this.packages.versionsBeside(shown);
  }

  /** Hides the package immediately; its bytes are kept until it can no longer be restored. Throws 404, 412, 403. */
  async delete(project: Project, id: number, caller: Caller, precondition?: Precondition): Promise<void> {
    await this.database.transaction(async () => {
      await this.refuseChanged(project, id, precondition);
      await this.deletion.delete(auditedProject(project), id, caller);
      refuseArchived(project); // last, because a missing package is answered with 404 first (contract: conventions §1)
    });
  }

  /** Like {@link delete}, but for several packages: either all or none are deleted. */
  async deleteAll(
    packages: readonly { readonly id: number; readonly project: Project }[],
    caller: Caller,
  ): Promise<void> {
    await this.database.transaction(async () => {
      for (const { id, project } of packages) {
        await this.delete(project, id, caller);
      }
    });
  }

  /**
   * No read request returns a hidden package, so its conditional headers are evaluated here (contract: packages §3.2).
   */
  private async refuseChanged(project: Project, id: number, precondition: Precondition | undefined): Promise<void> {
    const hidden = precondition && (await this.packages.lockHidden(project.id, id));
    if (hidden && !precondition({ etag: undefined, lastModified: hidden.updatedAt })) {
      throw preconditionFailed();
    }
  }
}
