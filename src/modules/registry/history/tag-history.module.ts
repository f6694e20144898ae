import { Module } from '@nestjs/common';
import { ImageRepositoriesModule } from '../repositories/image-repositories.module.js';
import { ImageTagsModule } from '../tags/image-tags.module.js';
import { DeletedTagsController } from './deleted-tags.controller.js';
import { DeletedTagsRepository } from './deleted-tags.repository.js';
import { DeletedTagsService } from './deleted-tags.service.js';

/** Lists and restores deleted tags (contract: registry §9.3). */
@Module({
  imports: [ImageRepositoriesModule, ImageTagsModule],
  controllers: [DeletedTagsController],
  providers: [DeletedTagsService, DeletedTagsRepository],
})
export class TagHistoryModule {}
