import { Module } from '@nestjs/common';
import { RegistryAuthModule } from './auth/registry-auth.module.js';
import { ImageBlobsModule } from './blobs/image-blobs.module.js';
import { ImageCleanupModule } from './cleanup/image-cleanup.module.js';
import { ClosedRegistryHandler } from './closed-registry.handler.js';
import { ImageDeletionModule } from './deletion/image-deletion.module.js';
import { GarbageCollectionModule } from './gc/garbage-collection.module.js';
import { ImageGraphqlModule } from './graphql/image-graphql.module.js';
import { TagHistoryModule } from './history/tag-history.module.js';
import { ImageManifestsModule } from './manifests/image-manifests.module.js';
import { OciModule } from './oci/oci.module.js';
import { ImagePagesModule } from './pages/image-pages.module.js';
import { ImageRepositoriesModule } from './repositories/image-repositories.module.js';
import { ImageRepositoryViewsModule } from './repositories/views/image-repository-views.module.js';
import { ScrubModule } from './scrub/scrub.module.js';
import { ImageTagsModule } from './tags/image-tags.module.js';
import { ImageUploadsModule } from './uploads/image-uploads.module.js';
import { ImageUsageModule } from './usage/image-usage.module.js';

/** Container images: the token endpoint, the distribution endpoints and their management (contract: registry). */
@Module({
  imports: [
    ImageUsageModule,
    RegistryAuthModule,
    ImageRepositoriesModule,
    ImageBlobsModule,
    ImageUploadsModule,
    ImageTagsModule,
    ImageRepositoryViewsModule,
    ImageManifestsModule,
    OciModule,
    TagHistoryModule,
    ImageCleanupModule,
    ImageDeletionModule,
    GarbageCollectionModule,
    ScrubModule,
    ImagePagesModule,
    ImageGraphqlModule,
  ],
  providers: [ClosedRegistryHandler],
})
export class RegistryModule {}
