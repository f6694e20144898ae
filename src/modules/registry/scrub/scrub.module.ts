import { Module } from '@nestjs/common';
import { BlobModule } from '../../../platform/blob/blob.module.js';
import { ScrubCommand } from './scrub.command.js';
import { ScrubRepairService } from './scrub-repair.service.js';
import { ScrubRepository } from './scrub.repository.js';
import { ScrubService } from './scrub.service.js';
import { StoredBytes } from './stored-bytes.js';

/** Reads stored bytes again and verifies their digests. */
@Module({
  imports: [BlobModule],
  providers: [ScrubService, ScrubRepairService, ScrubRepository, StoredBytes, ScrubCommand],
})
export class ScrubModule {}
