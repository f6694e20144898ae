import { Module } from '@nestjs/common';
import { ImagePathsRepository } from './auth/image-paths.repository.js';
import { RegistryAccessService } from './auth/registry-access.service.js';
import { RegistrySubjectsRepository } from './auth/registry-subjects.repository.js';
import { RegistrySubjectsService } from './auth/registry-subjects.service.js';
import { RegistryTokenController } from './auth/registry-token.controller.js';
import { RegistryTokens } from './auth/registry-tokens.js';
import { BlobIntakeService } from './blobs/blob-intake.service.js';
import { BlobLinksService } from './blobs/blob-links.service.js';
import { BlobMountsService } from './blobs/blob-mounts.service.js';
import { BlobRemovalService } from './blobs/blob-removal.service.js';
import { BlobUnlinkingRepository } from './blobs/blob-unlinking.repository.js';
import { BlobsRepository } from './blobs/blobs.repository.js';
import { CleanupService } from './cleanup/cleanup.service.js';
import { CleanupController } from './cleanup/cleanup.controller.js';
import { CleanupExecutionService } from './cleanup/cleanup-execution.service.js';
import { CleanupLeasesRepository } from './cleanup/cleanup-leases.repository.js';
import { CleanupPlansRepository } from './cleanup/cleanup-plans.repository.js';
import { DeleteTagsJob } from './cleanup/jobs/delete-tags.job.js';
import { ReclaimableRepository } from './cleanup/reclaimable.repository.js';
import { RepositoryDeletionsRepository } from './deletion/repository-deletions.repository.js';
import { DeleteRepositoryJob } from './deletion/jobs/delete-repository.job.js';
import { RepositoryDeletionController } from './deletion/repository-deletion.controller.js';
import { RepositoryDeletionService } from './deletion/repository-deletion.service.js';
import { RepositoryRemovalService } from './deletion/repository-removal.service.js';
import { BlobOwnerRepository } from './gc/blob-owner.repository.js';
import { GcCommand } from './gc/commands/gc.command.js';
import { GarbageBlobsRepository } from './gc/garbage-blobs.repository.js';
import { GarbageCollectionService } from './gc/garbage-collection.service.js';
import { GarbageLinksRepository } from './gc/garbage-links.repository.js';
import { GarbageManifestsRepository } from './gc/garbage-manifests.repository.js';
import { GcExecutionService } from './gc/gc-execution.service.js';
import { GcMetrics } from './gc/gc-metrics.js';
import { GcMomentsRepository } from './gc/gc-moments.repository.js';
import { GcPreviewRepository } from './gc/gc-preview.repository.js';
import { GcRunsService } from './gc/gc-runs.service.js';
import { GcController } from './gc/gc.controller.js';
import { CollectGarbageJob } from './gc/jobs/collect-garbage.job.js';
import { ScheduleCollectionJob } from './gc/jobs/schedule-collection.job.js';
import { SweepOrphansJob } from './gc/jobs/sweep-orphans.job.js';
import { GarbageBlobsStep } from './gc/steps/garbage-blobs.step.js';
import { GarbageLinksStep } from './gc/steps/garbage-links.step.js';
import { GarbageManifestsStep } from './gc/steps/garbage-manifests.step.js';
import { IdleUploadsStep } from './gc/steps/idle-uploads.step.js';
import { DeletedTagsController } from './history/deleted-tags.controller.js';
import { DeletedTagsRepository } from './history/deleted-tags.repository.js';
import { DeletedTagsService } from './history/deleted-tags.service.js';
import { ImageConfigs } from './manifests/image-config.js';
import { ManifestPushService } from './manifests/manifest-push.service.js';
import { ManifestReadsService } from './manifests/manifest-reads.service.js';
import { ManifestRemovalService } from './manifests/manifest-removal.service.js';
import { ManifestsRepository } from './manifests/manifests.repository.js';
import { ReferrersService } from './manifests/referrers.service.js';
import { OciBlobsController } from './oci/oci-blobs.controller.js';
import { OciDeletesService } from './oci/oci-deletes.service.js';
import { OciAccessService } from './oci/oci-access.service.js';
import { OciManifestsController } from './oci/oci-manifests.controller.js';
import { OciReferrersController } from './oci/oci-referrers.controller.js';
import { OciRootController } from './oci/oci-root.controller.js';
import { OciTagsController } from './oci/oci-tags.controller.js';
import { OciUploadsController } from './oci/oci-uploads.controller.js';
import { OciUploadsService } from './oci/oci-uploads.service.js';
import { CatalogRepository } from './repositories/catalog.repository.js';
import { CatalogService } from './repositories/catalog.service.js';
import { RegistryMetrics } from './manifests/registry-metrics.js';
import { GroupRepositoriesController } from './repositories/views/group-repositories.controller.js';
import { ImageProjectResolver } from './repositories/image-project.resolver.js';
import { ImageRepositoriesRepository } from './repositories/image-repositories.repository.js';
import { ImageRepositoryResolver } from './repositories/image-repository.resolver.js';
import { RepositoriesController } from './repositories/views/repositories.controller.js';
import { RepositoriesService } from './repositories/repositories.service.js';
import { RepositoryRecordsRepository } from './repositories/repository-records.repository.js';
import { RepositoryTagsService } from './repositories/views/repository-tags.service.js';
import { RepositoryViewsService } from './repositories/views/repository-views.service.js';
import { SingleRepositoryController } from './repositories/views/single-repository.controller.js';
import { ScrubCommand } from './scrub/commands/scrub.command.js';
import { ScrubRepairService } from './scrub/scrub-repair.service.js';
import { ScrubRepository } from './scrub/scrub.repository.js';
import { ScrubService } from './scrub/scrub.service.js';
import { StoredBytes } from './scrub/stored-bytes.js';
import { ImagePagesService } from './pages/image-pages.service.js';
import { ImagesController } from './pages/images.controller.js';
import { TagPagesService } from './pages/tag-pages.service.js';
import { ImageTagPagesController } from './pages/tags.controller.js';
import { BulkTagsRepository } from './tags/bulk-tags.repository.js';
import { TagDeletionService } from './tags/tag-deletion.service.js';
import { TagNamesService } from './tags/tag-names.service.js';
import { TagRulesController } from './tags/tag-rules.controller.js';
import { TagRulesRepository } from './tags/tag-rules.repository.js';
import { TagRulesService } from './tags/tag-rules.service.js';
import { TagWritesService } from './tags/tag-writes.service.js';
import { TagsController } from './tags/tags.controller.js';
import { TaggedManifestsRepository } from './tags/tagged-manifests.repository.js';
import { TagsRepository } from './tags/tags.repository.js';
import { TagsService } from './tags/tags.service.js';
import { UploadWriters } from './uploads/upload-writers.js';
import { UploadsRepository } from './uploads/uploads.repository.js';
import { UploadsService } from './uploads/uploads.service.js';
import { ImageHoldings } from './usage/image-holdings.js';
import { ImageQuotaService } from './usage/image-quota.service.js';
import { ImageTabs } from './pages/image-pages.service.js';
import { UsageRepository } from './usage/usage.repository.js';
import { UsageService } from './usage/usage.service.js';

const AUTH = [
  RegistryTokens,
  RegistryAccessService,
  RegistrySubjectsService,
  RegistrySubjectsRepository,
  ImagePathsRepository,
];
const OCI = [OciAccessService, OciDeletesService, OciUploadsService, RegistryMetrics];
const CONTENT = [
  BlobLinksService,
  BlobIntakeService,
  BlobMountsService,
  BlobRemovalService,
  BlobsRepository,
  BlobUnlinkingRepository,
  UploadsService,
  UploadWriters,
  UploadsRepository,
  ManifestPushService,
  ManifestReadsService,
  ManifestRemovalService,
  ManifestsRepository,
  TaggedManifestsRepository,
  ImageConfigs,
  ReferrersService,
];
const NAMES = [
  CatalogService,
  CatalogRepository,
  ImageRepositoriesRepository,
  TagNamesService,
  TagWritesService,
  TagDeletionService,
  TagsRepository,
  TagRulesRepository,
  UsageService,
  UsageRepository,
  ImageQuotaService,
  ImageHoldings,
  ImageTabs,
];
const MANAGEMENT = [
  ImageProjectResolver,
  ImageRepositoryResolver,
  RepositoriesService,
  RepositoryRecordsRepository,
  RepositoryTagsService,
  RepositoryViewsService,
  TagsService,
];

const CLEANUP = [
  CleanupService,
  CleanupExecutionService,
  CleanupLeasesRepository,
  CleanupPlansRepository,
  ReclaimableRepository,
  BulkTagsRepository,
  DeleteTagsJob,
];

const DELETION = [
  RepositoryDeletionService,
  RepositoryRemovalService,
  RepositoryDeletionsRepository,
  DeleteRepositoryJob,
];

const COLLECTION = [
  GarbageCollectionService,
  GcRunsService,
  GcExecutionService,
  IdleUploadsStep,
  GarbageManifestsStep,
  GarbageLinksStep,
  GarbageBlobsStep,
  GarbageManifestsRepository,
  GarbageLinksRepository,
  GarbageBlobsRepository,
  GcMomentsRepository,
  GcPreviewRepository,
  BlobOwnerRepository,
  CollectGarbageJob,
  ScheduleCollectionJob,
  SweepOrphansJob,
  GcCommand,
  GcMetrics,
];

const SCRUB = [ScrubService, ScrubRepairService, ScrubRepository, StoredBytes, ScrubCommand];

const UNDO_AND_RULES = [DeletedTagsService, DeletedTagsRepository, TagRulesService];

/** Container images: the token endpoint, the distribution endpoints and their management. */
@Module({
  controllers: [
    ImagesController,
    ImageTagPagesController,
    RegistryTokenController,
    OciRootController,
    OciTagsController,
    OciUploadsController, // before the blobs, whose pattern would take `uploads` for a digest
    OciBlobsController,
    OciManifestsController,
    OciReferrersController,
    RepositoriesController,
    GroupRepositoriesController,
    SingleRepositoryController,
    TagsController,
    CleanupController,
    RepositoryDeletionController,
    GcController,
    DeletedTagsController,
    TagRulesController,
  ],
  providers: [
    ImagePagesService,
    TagPagesService,
    ...AUTH,
    ...OCI,
    ...CONTENT,
    ...NAMES,
    ...MANAGEMENT,
    ...CLEANUP,
    ...DELETION,
    ...COLLECTION,
    ...SCRUB,
    ...UNDO_AND_RULES,
  ],
})
export class RegistryModule {}
