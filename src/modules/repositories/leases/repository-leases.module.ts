import { Module } from '@nestjs/common';
import { StoragesModule } from '../storages/storages.module.js';
import { LeftWritesService } from './left-writes.service.js';
import { ProcessIdentity } from './process-identity.js';
import { QuarantinesService } from './quarantines.service.js';
import { ReleaseLocksJob } from './release-locks.job.js';
import { RepositoryLeasesRepository } from './repository-leases.repository.js';
import { RepositoryLeasesService } from './repository-leases.service.js';

/** Tracks which process works in which repository. */
@Module({
  imports: [StoragesModule],
  providers: [
    ProcessIdentity,
    RepositoryLeasesRepository,
    QuarantinesService,
    RepositoryLeasesService,
    LeftWritesService,
    ReleaseLocksJob,
  ],
  exports: [ProcessIdentity, RepositoryLeasesService, LeftWritesService],
})
export class RepositoryLeasesModule {}
