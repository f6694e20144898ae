import { Module } from '@nestjs/common';
import { ProjectsModule } from '../../../core/projects/projects.module.js';
import { PackageManagementModule } from '../management/package-management.module.js';
import { PackageDeletionTypes } from './package-deletion-types.js';
import { PackageFileTypes } from './package-file-types.js';
import { PackageTypes } from './package-types.js';
import { VisiblePackagesService } from './visible-packages.service.js';

/** Packages in GraphQL (contract: scim-graphql §B3). */
@Module({
  imports: [ProjectsModule, PackageManagementModule],
  providers: [VisiblePackagesService, PackageTypes, PackageFileTypes, PackageDeletionTypes],
})
export class PackageGraphqlModule {}
