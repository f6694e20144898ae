import { Injectable } from '@nestjs/common';
import { Env } from '../../../platform/config/env.js';
import { GcMomentsRepository } from './gc-moments.repository.js';
import { GcPreviewRepository } from './gc-preview.repository.js';
import type { GcTotals } from './gc-run.js';

/** Computes what a collection would remove, without removing anything (contract: registry §9.6). */
@Injectable()
export class GcPreviewService {
  constructor(
    private readonly preview: GcPreviewRepository,
    private readonly moments: GcMomentsRepository,
    private readonly env: Env,
  ) {}

  /** For a collection that starts now; the grace period defaults to the setting. */
  async totals(graceSeconds = this.env.registry.gcGrace): Promise<GcTotals> {
    return this.preview.totals(await this.moments.ago(graceSeconds), this.env.registry.uploadTtl);
  }
}
