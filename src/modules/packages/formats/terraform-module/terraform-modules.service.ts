import { Injectable } from '@nestjs/common';
import { notFound } from '../../../../common/errors/catalogue.js';
import { PackageAccessService } from '../../protocol/package-access.service.js';
import type { PackageProject } from '../../protocol/package-project.js';
import type { PackageSubject } from '../../protocol/package-subject.js';
import { inOrder, newestOf, packageName } from './module-address.js';
import type { ModuleAddress, ModuleVersion } from './module-address.js';
import { TerraformRepository } from './terraform.repository.js';
import type { ModuleFile } from './terraform.repository.js';

/** A module as it is named in the registry: below a top-level group. */
export interface RegistryModule extends ModuleAddress {
  readonly namespace: string;
}

/** Finds modules and their versions for callers who may read them (contract: packages §5.9). */
@Injectable()
export class TerraformModulesService {
  constructor(
    private readonly modules: TerraformRepository,
    private readonly access: PackageAccessService,
  ) {}

  /**
   * The project that holds the module. Throws 401 without credentials, 404 as for a project that the subject cannot
   * see, and 403.
   */
  async projectOf(module: RegistryModule, subject: PackageSubject): Promise<PackageProject> {
    const projectId = await this.modules.findProject(module.namespace, packageName(module));
    return this.access.authorize(projectId === null ? '' : String(projectId), subject, 'read');
  }

  /** The readable project with this id or path. Throws like {@link projectOf}. */
  readableProject(reference: string, subject: PackageSubject): Promise<PackageProject> {
    return this.access.authorize(reference, subject, 'read');
  }

  /** Versions, oldest first. Throws 404 if there are none. */
  async versions({ projectId }: PackageProject, module: ModuleAddress): Promise<readonly string[]> {
    const versions = await inOrder(await this.modules.versions(projectId, packageName(module)));
    if (versions.length === 0) {
      throw notFound('Package');
    }
    return versions;
  }

  /** The newest version. Throws 404. */
  async newest(project: PackageProject, module: ModuleAddress): Promise<string> {
    const newest = newestOf(await this.versions(project, module));
    if (newest === undefined) {
      throw notFound('Package');
    }
    return newest;
  }

  /** Throws 404. */
  async file({ projectId }: PackageProject, module: ModuleVersion): Promise<ModuleFile> {
    const file = await this.modules.findFile(projectId, packageName(module), module.version);
    if (!file) {
      throw notFound('Package');
    }
    return file;
  }
}
