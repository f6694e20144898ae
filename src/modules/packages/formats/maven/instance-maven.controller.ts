import { Controller, UseGuards } from '@nestjs/common';
import { Public } from '../../../../core/access/allow.decorator.js';
import { PackageDownloadsService } from '../../files/package-downloads.service.js';
import { PackageAccessService } from '../../protocol/package-access.service.js';
import type { PackageReach } from '../../protocol/package-reach.js';
import { About } from '../../protocol/package.decorators.js';
import { PackageGuard } from '../../protocol/package.guard.js';
import type { MavenPath } from './maven-path.js';
import { MavenRoutes } from './maven-routes.js';
import { MavenService } from './maven.service.js';

/** Packages that have the name of their project (contract: packages §5.4). */
@Controller('packages/maven')
@Public()
@About('instance')
@UseGuards(PackageGuard)
export class InstanceMavenController extends MavenRoutes {
  constructor(
    files: MavenService,
    downloads: PackageDownloadsService,
    private readonly access: PackageAccessService,
  ) {
    super(files, downloads);
  }

  protected override async projectsOf({ subject }: PackageReach, { name }: MavenPath): Promise<readonly number[]> {
    const path = name.includes('/') ? name : ''; // without a slash, it would be interpreted as an id
    const { projectId } = await this.access.authorize(path, subject, 'read');
    return [projectId];
  }
}
