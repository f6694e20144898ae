import { Module } from '@nestjs/common';
import { PackageAccessModule } from './access/package-access.module.js';
import { PackageCollectionModule } from './collection/package-collection.module.js';
import { PackageFilesModule } from './files/package-files.module.js';
import { PACKAGE_FORMATS } from './formats/index.js';
import { PackageManagementModule } from './management/package-management.module.js';
import { PackageProtocolModule } from './protocol/package-protocol.module.js';
import { PackageUsageModule } from './usage/package-usage.module.js';

/** One store of packages, reached by the management REST and by the protocols of package managers (contract: packages). */
@Module({
  imports: [
    PackageAccessModule,
    PackageFilesModule,
    PackageManagementModule,
    PackageCollectionModule,
    PackageUsageModule,
    PackageProtocolModule,
    ...PACKAGE_FORMATS,
  ],
})
export class PackagesModule {}
