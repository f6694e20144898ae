import { Module } from '@nestjs/common';
import { ImageTagsModule } from '../../tags/image-tags.module.js';
import { ImageRepositoriesModule } from '../image-repositories.module.js';
import { GroupRepositoriesController } from './group-repositories.controller.js';
import { RepositoriesController } from './repositories.controller.js';
import { RepositoryTagsService } from './repository-tags.service.js';
import { RepositoryViewsService } from './repository-views.service.js';
import { SingleRepositoryController } from './single-repository.controller.js';

/** Presents repositories in REST, with their tags (contract: registry §3.2). */
@Module({
  imports: [ImageRepositoriesModule, ImageTagsModule],
  controllers: [RepositoriesController, GroupRepositoriesController, SingleRepositoryController],
  providers: [RepositoryTagsService, RepositoryViewsService],
})
export class ImageRepositoryViewsModule {}
