import { Module } from '@nestjs/common';
import { ProjectsModule } from '../../../core/projects/projects.module.js';
import { ImageCleanupModule } from '../cleanup/image-cleanup.module.js';
import { ImageDeletionModule } from '../deletion/image-deletion.module.js';
import { ImageRepositoriesModule } from '../repositories/image-repositories.module.js';
import { ImageTagsModule } from '../tags/image-tags.module.js';
import { ImagePagesService, ImageTabs } from './image-pages.service.js';
import { ImagesController } from './images.controller.js';
import { TagPagesService } from './tag-pages.service.js';
import { ImageTagPagesController } from './image-tag-pages.controller.js';

/** Pages about images. */
@Module({
  imports: [ProjectsModule, ImageCleanupModule, ImageDeletionModule, ImageRepositoriesModule, ImageTagsModule],
  controllers: [ImagesController, ImageTagPagesController],
  providers: [ImagePagesService, TagPagesService, ImageTabs],
})
export class ImagePagesModule {}
