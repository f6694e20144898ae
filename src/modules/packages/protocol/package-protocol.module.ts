import { Module } from '@nestjs/common';
import { CredentialsModule } from '../../../core/credentials/credentials.module.js';
import { SigningKeysModule } from '../../../core/signing-keys/signing-keys.module.js';
import { PackageAccessService } from './package-access.service.js';
import { PackageClaimsService } from './package-claims.service.js';
import { PackageGroupAccessService } from './package-group-access.service.js';
import { PackageGroupsRepository } from './package-groups.repository.js';
import { PackageLoginsService } from './package-logins.service.js';
import { PackagePassesService } from './package-passes.service.js';
import { PackageProjectsRepository } from './package-projects.repository.js';
import { PackageSudoService } from './package-sudo.service.js';

/**
 * Checks credentials and rights of requests from package managers, in the same way for all formats (contract: packages
 * §4).
 */
@Module({
  imports: [CredentialsModule, SigningKeysModule],
  providers: [
    PackageLoginsService,
    PackagePassesService,
    PackageClaimsService,
    PackageSudoService,
    PackageAccessService,
    PackageProjectsRepository,
    PackageGroupAccessService,
    PackageGroupsRepository,
  ],
  exports: [PackageAccessService, PackageGroupAccessService, PackagePassesService],
})
export class PackageProtocolModule {}
