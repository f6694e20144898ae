import { Module } from '@nestjs/common';
import { BlobModule } from '../../../platform/blob/blob.module.js';
import { GarbagePackagesRepository } from './garbage-packages.repository.js';
import { CollectPackagesJob } from './jobs/collect-packages.job.js';
import { PackageBlobOwnerRepository } from './package-blob-owner.repository.js';
import { PackageCollectionService } from './package-collection.service.js';

/** Collects deleted packages and their bytes. */
@Module({
  imports: [BlobModule],
  providers: [PackageCollectionService, GarbagePackagesRepository, PackageBlobOwnerRepository, CollectPackagesJob],
})
export class PackageCollectionModule {}
