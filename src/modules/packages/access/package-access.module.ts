import { Module } from '@nestjs/common';
import { GroupsModule } from '../../../core/groups/groups.module.js';
import { ProjectsModule } from '../../../core/projects/projects.module.js';
import { PackageGroupResolver } from './package-group.resolver.js';
import { PackageProjectResolver } from './package-project.resolver.js';

/** Checks rights on packages for the management REST API (contract: packages §2). */
@Module({
  imports: [GroupsModule, ProjectsModule],
  providers: [PackageProjectResolver, PackageGroupResolver],
  exports: [PackageProjectResolver, PackageGroupResolver],
})
export class PackageAccessModule {}
