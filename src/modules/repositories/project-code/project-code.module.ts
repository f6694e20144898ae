import { Module } from '@nestjs/common';
import { ProjectsModule } from '../../../core/projects/projects.module.js';
import { RepositoryLeasesModule } from '../leases/repository-leases.module.js';
import { PushesModule } from '../pushes/pushes.module.js';
import { RepositoryReadsModule } from '../reads/repository-reads.module.js';
import { StoragesModule } from '../storages/storages.module.js';
import { CodeProjectResolver } from './code-project.resolver.js';
import { ProjectCodeService } from './project-code.service.js';
import { ProjectUrls } from './project-urls.js';

/** Opens the repository of a project for its routes. */
@Module({
  imports: [ProjectsModule, PushesModule, RepositoryLeasesModule, RepositoryReadsModule, StoragesModule],
  providers: [CodeProjectResolver, ProjectCodeService, ProjectUrls],
  exports: [CodeProjectResolver, ProjectCodeService, ProjectUrls],
})
export class ProjectCodeModule {}
