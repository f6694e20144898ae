import { Injectable } from '@nestjs/common';
import { BlobStore } from '../../../../platform/blob/blob-store.js';
import { inParallel } from '../../../../common/concurrency/in-parallel.js';
import { Env } from '../../../../platform/config/env.js';
import { UploadsRepository } from '../../uploads/uploads.repository.js';
import type { GcRun } from '../gc-run.js';

const SESSIONS_AT_ONCE = 100;
const REMOVALS_AT_ONCE = 4;

/** Step 1: abandoned upload sessions, and their parts (contract: registry §7). */
@Injectable()
export class IdleUploadsStep {
  constructor(
    private readonly uploads: UploadsRepository,
    private readonly store: BlobStore,
    private readonly env: Env,
  ) {}

  async collect(run: GcRun): Promise<void> {
    let taken = SESSIONS_AT_ONCE;
    while (taken === SESSIONS_AT_ONCE && (await run.goesOn())) {
      const sessions = await this.uploads.takeIdle(this.env.registry.uploadTtl, SESSIONS_AT_ONCE);
      taken = sessions.length;
      run.count({ uploads: taken });
      await inParallel(REMOVALS_AT_ONCE, sessions, ({ staged }) => this.store.abort(staged));
    }
  }
}
