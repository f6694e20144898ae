import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { FROM_THE_START, GarbageManifestsRepository, MANIFESTS_AT_ONCE } from '../garbage-manifests.repository.js';
import type { GarbageManifest } from '../garbage-manifests.repository.js';
import { GarbageLinksRepository } from '../garbage-links.repository.js';
import { GcMomentsRepository } from '../gc-moments.repository.js';
import type { GcRun } from '../gc-run.js';
import { byRepository } from '../by-repository.js';

const FORGOTTEN_AT_ONCE = 1000;

/** Step 2: manifests that nothing reaches, checked again under the lock that pushes take (contract: registry §7). */
@Injectable()
export class GarbageManifestsStep {
  constructor(
    private readonly manifests: GarbageManifestsRepository,
    private readonly links: GarbageLinksRepository,
    private readonly moments: GcMomentsRepository,
    private readonly database: Database,
  ) {}

  async collect(run: GcRun): Promise<void> {
    const cutoff = await this.moments.ago(run.graceSeconds);
    let page: readonly GarbageManifest[] = [];
    do {
      page = await this.manifests.page(cutoff, page.at(-1) ?? FROM_THE_START);
      for (const [repositoryId, found] of byRepository(page)) {
        if (!(await run.goesOn())) {
          return;
        }
        const ids = found.map(({ id }) => id);
        run.count(await this.remove(repositoryId, ids, cutoff));
      }
    } while (page.length === MANIFESTS_AT_ONCE);
    await this.forgetLostTags();
  }

  private remove(repositoryId: number, ids: readonly number[], cutoff: string) {
    return this.database.transaction(async () =>
      (await this.links.lockRepository(repositoryId)) ? this.manifests.remove(repositoryId, ids, cutoff) : {},
    );
  }

  private async forgetLostTags(): Promise<void> {
    while ((await this.manifests.forgetLostTags(FORGOTTEN_AT_ONCE)) === FORGOTTEN_AT_ONCE) {
      // the next batch
    }
  }
}
