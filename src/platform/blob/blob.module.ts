import { Module } from '@nestjs/common';
import { Env } from '../config/env.js';
import { PausableDeletions } from '../database/pausable-deletions.js';
import { BlobOwners } from './blob-owners.js';
import { BlobReferencesRepository } from './blob-references.repository.js';
import { BlobStore } from './blob-store.js';
import { CopyBlobsCommand } from './copy-blobs.command.js';
import { blobStoreSettings, openBlobStore } from './open-blob-store.js';
import { OrphanSweep } from './orphan-sweep.js';

/** The blob store configured by BLOB_STORE (contract: core §1.1). */
@Module({
  providers: [
    { provide: BlobStore, inject: [Env, PausableDeletions], useFactory: openFor },
    BlobReferencesRepository,
    BlobOwners,
    OrphanSweep,
    CopyBlobsCommand,
  ],
  exports: [BlobStore, BlobReferencesRepository, OrphanSweep],
})
export class BlobModule {}

function openFor(env: Env, deletions: PausableDeletions): Promise<BlobStore> {
  return openBlobStore(blobStoreSettings(env), (work) => deletions.run(work));
}
