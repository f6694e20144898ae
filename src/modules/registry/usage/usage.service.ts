import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/tx.js';
import { denied } from '../registry-errors.js';
import { UsageRepository } from './usage.repository.js';

/** Bytes of a project's images against its limit (contract: registry §9.5). */
@Injectable()
export class UsageService {
  constructor(private readonly usage: UsageRepository) {}

  /**
   * For content that is about to be linked or stored in the project: throws 403 when it would exceed the limit, which
   * is held until the transaction ends, as `_tx` proves. Costs one index look-up where there is no limit.
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
