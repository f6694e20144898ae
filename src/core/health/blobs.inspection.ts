import { Injectable } from '@nestjs/common';
import { Contributes } from '../../platform/contributions/contributes.decorator.js';
import { Findings, Inspection } from './inspection.js';
import type { InspectionReport } from './inspection.js';
import { BlobReferencesRepository } from '../../platform/blob/blob-references.repository.js';
import type { BlobReference } from '../../platform/blob/blob-references.repository.js';
import { BlobStore } from '../../platform/blob/blob-store.js';
import { inParallel } from '../../common/concurrency/in-parallel.js';

const AT_ONCE = 8;

/** Every object that a row names lies in the blob store, with all of its bytes. */
@Injectable()
@Contributes(Inspection)
export class BlobsInspection extends Inspection {
  readonly name = 'blobs';

  constructor(
    private readonly references: BlobReferencesRepository,
    private readonly store: BlobStore,
  ) {
    super();
  }

  override async inspect(): Promise<InspectionReport> {
    const findings = new Findings();
    for await (const page of this.references.pages()) {
      await inParallel(AT_ONCE, page, async (reference) => {
        findings.note(await this.faultOf(reference));
      });
    }
    return findings.report;
  }

  private async faultOf(reference: BlobReference): Promise<string | null> {
    const size = await this.store.size(reference.key);
    if (size === reference.size || !(await this.references.isNamed(reference))) {
      return null;
    }
    const fault = size === null ? 'is missing' : `has ${size} of ${reference.size} bytes`;
    return `object ${reference.key} of ${reference.owner} ${fault}`;
  }
}
