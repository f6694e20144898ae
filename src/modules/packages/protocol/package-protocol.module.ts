import { Module } from '@nestjs/common';
import { CredentialsModule } from '../../../core/credentials/credentials.module.js';
import { PackageAccessService } from './package-access.service.js';
import { PackageLoginsService } from './package-logins.service.js';
import { PackageProjectsRepository } from './package-projects.repository.js';

/** Credentials and rights of requests that package managers make, the same for all formats (contract: packages §4). */
@Module({
  imports: [CredentialsModule],
  providers: [PackageLoginsService, PackageAccessService, PackageProjectsRepository],
})
export class PackageProtocolModule {}
