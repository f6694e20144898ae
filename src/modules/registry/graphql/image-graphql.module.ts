import { Module } from '@nestjs/common';
import { ProjectsModule } from '../../../core/projects/projects.module.js';
import { ImageDeletionModule } from '../deletion/image-deletion.module.js';
import { ImageRepositoriesModule } from '../repositories/image-repositories.module.js';
import { ImageTagsModule } from '../tags/image-tags.module.js';
import { ImageRepositoryTypes } from './image-repository-types.js';
import { ImageTagTypes } from './image-tag-types.js';

/** Image repositories and their tags in GraphQL (contract: scim-graphql §B3). */
@Module({
  imports: [ProjectsModule, ImageRepositoriesModule, ImageTagsModule, ImageDeletionModule],
  providers: [ImageRepositoryTypes, ImageTagTypes],
})
export class ImageGraphqlModule {}
