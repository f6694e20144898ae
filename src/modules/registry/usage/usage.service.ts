import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { denied } from '../registry-errors.js';
import { UsageRepository } from './usage.repository.js';

/** Bytes of a project's images against its limit (contract: registry §9.5). */
@Injectable()
export class UsageService {
  constructor(private readonly usage: UsageRepository) {}

  /**
   * Counts content that is about to be linked or stored in the project. Throws 403 when it would exceed the limit.
   * `_tx` is the proof that the count and the content commit together.
   */
  async charge(_tx: Tx, projectId: number, content: { readonly digest: string; readonly size: number }): Promise<void> {
    const held = await this.usage.lockLimited(projectId);
    if (!held || (await this.usage.isCounted(projectId, content.digest))) {
      return;
    }
    if (held.bytes + content.size > held.sizeLimit) {
      throw denied(`size limit of ${held.sizeLimit} bytes exceeded`);
    }
    await this.usage.add(projectId, content.size);
  }

  /**
   * Around work that takes content out and holds blobs: the count is held before them, as pushes hold it, and taken
   * anew behind. Costs one index look-up where there is no limit.
   */
  async releasing<T>(_tx: Tx, projectId: number, work: () => Promise<T>): Promise<T> {
    const held = await this.usage.lockLimited(projectId);
    const answer = await work();
    if (held) {
      await this.usage.recount(projectId);
    }
    return answer;
  }

  /** After content went; costs one index look-up where there is no limit. */
  async release(_tx: Tx, projectId: number): Promise<void> {
    if (await this.usage.lockLimited(projectId)) {
      await this.usage.recount(projectId);
    }
  }
}
