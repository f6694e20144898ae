import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/tx.js';
import { Jobs } from '../../../platform/queue/job.js';
import { duplicateConflict } from '../access/package-errors.js';
import { PackagePublishingService } from '../files/package-publishing.service.js';
import type { StoredContent } from '../files/stored-content.js';
import type { PackageType } from '../package-types.js';
import { publisherOf } from '../protocol/package-call.js';
import type { PackageCall } from '../protocol/package-call.js';
import type { PackageFileEntity } from '../records/package-file.entity.js';
import { ProcessPackageJob } from './jobs/process-package.job.js';
import { PackageProcessingService } from './package-processing.service.js';

/** Larger archives are read in the background (contract: packages §3.3). */
const READ_AT_ONCE_BYTES = 10 * 1024 * 1024;
const FILE_NAME = 'archive';

/** Format of an archive, and what is stored about the upload. */
export interface Upload {
  readonly type: PackageType;
  readonly metadata: PackageFileEntity['metadata'];
}

/** Accepts archives that contain their own package name and version (contract: packages §3.3). */
@Injectable()
export class PackageIntakeService {
  constructor(
    private readonly publishing: PackagePublishingService,
    private readonly processing: PackageProcessingService,
    private readonly jobs: Jobs,
  ) {}

  /**
   * Creates a package from the stored archive; small archives are read before this returns. Throws 409 for a duplicate.
   */
  async accept({ type, metadata }: Upload, call: PackageCall, content: StoredContent): Promise<void> {
    const { pipelineId } = publisherOf(call);
    const isSmall = content.size <= READ_AT_ONCE_BYTES;
    const accepted: number[] = [];
    const also = async ({ packageId }: { readonly packageId: number }, tx: Tx): Promise<void> => {
      accepted.push(packageId);
      if (!isSmall) {
        await this.jobs.enqueue(tx, ProcessPackageJob, { packageId });
      }
    };
    const publication = { draft: draftOf(type, call), fileName: FILE_NAME, isSole: false, pipelineId, metadata, also };
    await this.publishing.publish(publication, content);
    const id = accepted.at(-1);
    if (isSmall && id !== undefined) {
      await this.readAtOnce(id);
    }
  }

  private async readAtOnce(id: number): Promise<void> {
    const outcome = await this.processing.process(id).catch(() => null); // it is stored: a recurring job processes it later
    if (outcome === 'duplicate') {
      await this.processing.forget(id);
      throw duplicateConflict();
    }
  }
}

function draftOf(packageType: PackageType, call: PackageCall) {
  const [name, version] = [`processing-${randomUUID()}`, `0.0.0-${randomUUID()}`];
  const { creatorId } = publisherOf(call);
  const { projectId } = call.project;
  return {
    projectId,
    packageType,
    name,
    nameKey: name,
    version,
    versionKey: version,
    status: 'processing',
    creatorId,
  } as const;
}
