import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/tx.js';
import { denied } from '../registry-errors.js';
import { UsageRepository } from './usage.repository.js';

/** Compares the size of a project's images with its limit (contract: registry §9.5). */
@Injectable()
export class UsageService {
  constructor(private readonly usage: UsageRepository) {}

  /**
   * Called before content is linked or stored in the project: throws 403 if it would exceed the limit, which stays
   * locked until the transaction ends, hence `_tx`. Costs a single index lookup if there is no limit.
   */
  async requireSpace(
    _tx: Tx,
    projectId: number,
    content: { readonly digest: string; readonly size: number },
  ): Promise<void> {
    const limit = await this.usage.lockLimit(projectId);
    if (limit === null) {
      return;
    }
    const { bytes, isHeld } = await this.usage.heldBeside(projectId, content.digest);
    if (!isHeld && bytes + content.size > limit) {
      throw denied(`size limit of ${limit} bytes exceeded`);
    }
  }
}
