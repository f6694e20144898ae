import { Injectable } from '@nestjs/common';
import { Contributes } from '../../platform/contributions/contributes.decorator.js';
import { Findings, Inspection } from './inspection.js';
import type { InspectionReport } from './inspection.js';
import { BlobReferencesRepository } from '../../platform/blob/blob-references.repository.js';
import type { BlobReference } from '../../platform/blob/blob-references.repository.js';
import { BlobStore } from '../../platform/blob/blob-store.js';
import { inspectReferences } from '../../platform/blob/inspect-references.js';

/** Checks that every object that a row refers to is completely present in the blob store. */
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
    const sizeOf = ({ key }: BlobReference): Promise<number | null> => this.store.size(key);
    await inspectReferences(this.references, sizeOf, (fault) => {
      findings.note(fault);
    });
    return findings.report;
  }
}
