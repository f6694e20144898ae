import { Module } from '@nestjs/common';
import { StoragesModule } from '../storages/storages.module.js';
import { ProcessIdentity } from './process-identity.js';
import { QuarantinesService } from './quarantines.service.js';
import { RepositoryLeasesRepository } from './repository-leases.repository.js';
import { RepositoryLeasesService } from './repository-leases.service.js';

/** Which process works in which repository. */
@Module({
  imports: [StoragesModule],
  providers: [ProcessIdentity, RepositoryLeasesRepository, QuarantinesService, RepositoryLeasesService],
  exports: [ProcessIdentity, RepositoryLeasesRepository, QuarantinesService, RepositoryLeasesService],
})
export class RepositoryLeasesModule {}
