import { Injectable } from '@nestjs/common';
import { INSTANCE } from '../../../core/audit/audit-event.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import { BY_SYSTEM } from '../../../core/audit/by-system.js';
import { Database } from '../../../platform/database/database.js';
import { GcMetrics } from './gc-metrics.js';
import type { GcRun, GcTotals } from './gc-run.js';
import { GarbageBlobsStep } from './steps/garbage-blobs.step.js';
import { GarbageLinksStep } from './steps/garbage-links.step.js';
import { GarbageManifestsStep } from './steps/garbage-manifests.step.js';
import { IdleUploadsStep } from './steps/idle-uploads.step.js';

/** The entity of collections in the audit log. */
export const COLLECTED_REGISTRY = { id: 1, type: 'ContainerRegistry', details: 'Garbage collection' };

/** Removes what no image needs, concurrently with pushes and pulls (contract: registry §7). */
@Injectable()
export class GarbageCollectionService {
  constructor(
    private readonly uploads: IdleUploadsStep,
    private readonly manifests: GarbageManifestsStep,
    private readonly links: GarbageLinksStep,
    private readonly blobs: GarbageBlobsStep,
    private readonly metrics: GcMetrics,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  /** Runs the steps in order; each can be interrupted and continued later. Only one run at a time. */
  async collect(run: GcRun): Promise<GcTotals> {
    await this.uploads.collect(run);
    await this.manifests.collect(run);
    await this.links.collect(run);
    await this.blobs.collect(run);
    this.metrics.noteCollection(run.totals);
    await this.record(run.totals);
    return run.totals;
  }

  private async record({ manifests, blobs, bytes, uploads }: GcTotals): Promise<void> {
    if (manifests + blobs + uploads === 0) {
      return;
    }
    const text = `Collected ${manifests} manifests, ${blobs} blobs (${bytes} bytes) and ${uploads} uploads`;
    await this.database.transaction((tx) =>
      this.audit.record(tx, BY_SYSTEM, INSTANCE, COLLECTED_REGISTRY, { custom_message: text }),
    );
  }
}
