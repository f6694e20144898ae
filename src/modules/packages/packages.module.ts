import { Module } from '@nestjs/common';
import { PackageAccessModule } from './access/package-access.module.js';
import { PackageCleanupModule } from './cleanup/package-cleanup.module.js';
import { PackageCollectionModule } from './collection/package-collection.module.js';
import { PackageFilesModule } from './files/package-files.module.js';
import { PACKAGE_FORMATS } from './formats/index.js';
import { PackageGraphqlModule } from './graphql/package-graphql.module.js';
import { PackageManagementModule } from './management/package-management.module.js';
import { PackagePagesModule } from './pages/package-pages.module.js';
import { PackageProtocolModule } from './protocol/package-protocol.module.js';
import { PackageRestorationModule } from './restoration/package-restoration.module.js';
import { PackageSettingsModule } from './settings/package-settings.module.js';
import { PackageUsageModule } from './usage/package-usage.module.js';

/**
 * A single package store, used by the management REST API and by the protocols of package managers (contract:
 * packages).
 */
@Module({
  imports: [
    PackageAccessModule,
    PackageFilesModule,
    PackageManagementModule,
    PackageRestorationModule,
    PackageSettingsModule,
    PackageCleanupModule,
    PackageCollectionModule,
    PackageUsageModule,
    PackageProtocolModule,
    PackageGraphqlModule,
    PackagePagesModule,
    ...PACKAGE_FORMATS,
  ],
})
export class PackagesModule {}
