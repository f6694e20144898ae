import { Module } from '@nestjs/common';
import { ImageRepositoriesModule } from '../repositories/image-repositories.module.js';
import { BulkTagsRepository } from './bulk-tags.repository.js';
import { HeldTagsService } from './held-tags.service.js';
import { TagDeletionService } from './tag-deletion.service.js';
import { TagNameTexts } from './tag-name-texts.js';
import { TagNamesService } from './tag-names.service.js';
import { TagRulesController } from './tag-rules.controller.js';
import { TagRulesRepository } from './tag-rules.repository.js';
import { TagRulesService } from './tag-rules.service.js';
import { TagWritesService } from './tag-writes.service.js';
import { TaggedManifestsRepository } from './tagged-manifests.repository.js';
import { TagsController } from './tags.controller.js';
import { TagsRepository } from './tags.repository.js';
import { TagsService } from './tags.service.js';

/** Tags and the rules that protect them (contract: registry §3, §9). */
@Module({
  imports: [ImageRepositoriesModule],
  controllers: [TagsController, TagRulesController],
  providers: [
    HeldTagsService,
    TaggedManifestsRepository,
    TagNamesService,
    TagWritesService,
    TagDeletionService,
    TagsRepository,
    TagRulesRepository,
    TagsService,
    BulkTagsRepository,
    TagRulesService,
    TagNameTexts,
  ],
  exports: [
    HeldTagsService,
    TagNamesService,
    TagWritesService,
    TagDeletionService,
    TagsRepository,
    TagsService,
    BulkTagsRepository,
  ],
})
export class ImageTagsModule {}
