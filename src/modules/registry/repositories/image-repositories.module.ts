import { Module } from '@nestjs/common';
import { ProjectsModule } from '../../../core/projects/projects.module.js';
import { CatalogRepository } from './catalog.repository.js';
import { CatalogService } from './catalog.service.js';
import { ImageProjectResolver } from './image-project.resolver.js';
import { ImageRepositoriesRepository } from './image-repositories.repository.js';
import { ImageRepositoryResolver } from './image-repository.resolver.js';
import { RepositoriesService } from './repositories.service.js';
import { RepositoryRecordsRepository } from './repository-records.repository.js';

/** Finds image repositories by row, id and project. */
@Module({
  imports: [ProjectsModule],
  providers: [
    CatalogService,
    CatalogRepository,
    ImageRepositoriesRepository,
    ImageProjectResolver,
    ImageRepositoryResolver,
    RepositoriesService,
    RepositoryRecordsRepository,
  ],
  exports: [
    CatalogService,
    ImageRepositoriesRepository,
    ImageProjectResolver,
    ImageRepositoryResolver,
    RepositoriesService,
    RepositoryRecordsRepository,
  ],
})
export class ImageRepositoriesModule {}
