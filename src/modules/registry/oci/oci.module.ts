import { Module } from '@nestjs/common';
import { BlobModule } from '../../../platform/blob/blob.module.js';
import { RegistryAuthModule } from '../auth/registry-auth.module.js';
import { ImageBlobsModule } from '../blobs/image-blobs.module.js';
import { ImageManifestsModule } from '../manifests/image-manifests.module.js';
import { ImageRepositoriesModule } from '../repositories/image-repositories.module.js';
import { ImageTagsModule } from '../tags/image-tags.module.js';
import { ImageUploadsModule } from '../uploads/image-uploads.module.js';
import { OciBlobsController } from './oci-blobs.controller.js';
import { OciDeletesService } from './oci-deletes.service.js';
import { OciAccessService } from './oci-access.service.js';
import { OciManifestsController } from './oci-manifests.controller.js';
import { OciReferrersController } from './oci-referrers.controller.js';
import { OciRootController } from './oci-root.controller.js';
import { OciTagsController } from './oci-tags.controller.js';
import { OciUploadsController } from './oci-uploads.controller.js';
import { OciUploadsService } from './oci-uploads.service.js';

/** The distribution endpoints below /v2 (contract: registry §6). */
@Module({
  imports: [
    BlobModule,
    ImageBlobsModule,
    ImageManifestsModule,
    ImageRepositoriesModule,
    ImageTagsModule,
    ImageUploadsModule,
    RegistryAuthModule,
  ],
  controllers: [
    OciRootController,
    OciTagsController,
    OciUploadsController, // before the blobs, whose pattern would match `uploads` as a digest
    OciBlobsController,
    OciManifestsController,
    OciReferrersController,
  ],
  providers: [OciAccessService, OciDeletesService, OciUploadsService],
})
export class OciModule {}
