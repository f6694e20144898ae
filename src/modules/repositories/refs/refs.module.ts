import { Module } from '@nestjs/common';
import { GitModule } from '../../../platform/git/git.module.js';
import { RepositoryLeasesModule } from '../leases/repository-leases.module.js';
import { StoragesModule } from '../storages/storages.module.js';
import { KeepDeletedRefsJob } from './keep-deleted-refs.job.js';
import { KeepRefJob } from './keep-ref.job.js';
import { KeepRefsService } from './keep-refs.service.js';
import { RefListsService } from './ref-lists.service.js';
import { RefSwapsService } from './ref-swaps.service.js';

/** Lists refs, and keeps commits that refs no longer hold. */
@Module({
  imports: [GitModule, RepositoryLeasesModule, StoragesModule],
  providers: [RefListsService, RefSwapsService, KeepRefsService, KeepRefJob, KeepDeletedRefsJob],
  exports: [RefListsService, RefSwapsService, KeepRefsService, KeepRefJob, KeepDeletedRefsJob],
})
export class RefsModule {}
