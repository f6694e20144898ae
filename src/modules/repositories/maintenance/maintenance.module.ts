import { Module } from '@nestjs/common';
import { GitModule } from '../../../platform/git/git.module.js';
import { RepositoryLeasesModule } from '../leases/repository-leases.module.js';
import { RepositoryReadsModule } from '../reads/repository-reads.module.js';
import { StoragesModule } from '../storages/storages.module.js';
import { CommitCountsService } from './commit-counts.service.js';
import { DirectorySizesService } from './directory-sizes.service.js';
import { MaintainRepositoryJob } from './maintain-repository.job.js';
import { MeasureRepositoryJob } from './measure-repository.job.js';
import { RepositoryFiguresService } from './repository-figures.service.js';

/** Packs repositories and measures them. */
@Module({
  imports: [GitModule, RepositoryLeasesModule, RepositoryReadsModule, StoragesModule],
  providers: [
    CommitCountsService,
    DirectorySizesService,
    MeasureRepositoryJob,
    MaintainRepositoryJob,
    RepositoryFiguresService,
  ],
  exports: [MeasureRepositoryJob],
})
export class MaintenanceModule {}
