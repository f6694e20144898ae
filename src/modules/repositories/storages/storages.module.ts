import { Module } from '@nestjs/common';
import { SettingsModule } from '../../../core/settings/settings.module.js';
import { GitModule } from '../../../platform/git/git.module.js';
import { RemoveDirectoryJob } from './remove-directory.job.js';
import { RepositoriesInspection } from './repositories.inspection.js';
import { RepositoriesRepository } from './repositories.repository.js';
import { RepositoriesService } from './repositories.service.js';
import { StoragesCheck } from './storages.check.js';
import { StoragesService } from './storages.service.js';

/** Repositories as rows and as directories on storages. */
@Module({
  imports: [SettingsModule, GitModule],
  providers: [
    StoragesService,
    StoragesCheck,
    RepositoriesInspection,
    RepositoriesRepository,
    RepositoriesService,
    RemoveDirectoryJob,
  ],
  exports: [StoragesService, RepositoriesRepository, RepositoriesService, RemoveDirectoryJob],
})
export class StoragesModule {}
