import { Injectable } from '@nestjs/common';
import { Env } from '../../../platform/config/env.js';
import { GcMomentsRepository } from './gc-moments.repository.js';
import { GcPreviewRepository } from './gc-preview.repository.js';
import type { GcTotals } from './gc-run.js';

/** Tells what a collection would remove, and removes nothing (contract: registry §9.6). */
@Injectable()
export class GcPreviewService {
  constructor(
    private readonly preview: GcPreviewRepository,
    private readonly moments: GcMomentsRepository,
    private readonly env: Env,
  ) {}

  /** For a collection that starts now; the grace is the setting when absent. */
  async totals(graceSeconds = this.env.registry.gcGrace): Promise<GcTotals> {
    return this.preview.totals(await this.moments.ago(graceSeconds), this.env.registry.uploadTtl);
  }
}
