import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { CHAIN_START, hashOf } from './audit-chain.js';
import { AuditRepository } from './audit.repository.js';
import type { Seal } from './audit.repository.js';

const BATCH = 500;

/**
 * Seals committed events into the hash chain, one process at a time. Events are sealed after their commit, so that
 * writers never wait for each other; a row that commits late gets a later position.
 */
@Injectable()
export class AuditSealingService {
  constructor(
    private readonly events: AuditRepository,
    private readonly database: Database,
  ) {}

  async sealAll(): Promise<void> {
    for (let sealed = BATCH; sealed === BATCH;) {
      sealed = await this.sealSome();
    }
  }

  /**
   * Returns the id of the first row whose hash does not match, and how many match before it; null when the chain is
   * intact.
   */
  async verify(): Promise<{ readonly checked: number; readonly brokenId: number | null }> {
    let prevHash: Buffer = CHAIN_START;
    let position = 0;
    for (;;) {
      const rows = await this.events.sealed(position, BATCH);
      for (const row of rows) {
        position += 1;
        const fits =
          row.chainPosition === position &&
          row.prevHash?.equals(prevHash) &&
          row.hash?.equals(hashOf(prevHash, row, position));
        if (!fits || !row.hash) {
          return { checked: position - 1, brokenId: row.id };
        }
        prevHash = row.hash;
      }
      if (rows.length < BATCH) {
        return { checked: position, brokenId: null };
      }
    }
  }

  private sealSome(): Promise<number> {
    return this.database.transaction(async () => {
      await this.events.lockChain();
      const head = await this.events.head();
      const rows = await this.events.unsealed(BATCH);
      let prevHash: Buffer = head?.hash ?? CHAIN_START;
      let position = head?.chainPosition ?? 0;
      const seals: Seal[] = [];
      for (const row of rows) {
        position += 1;
        const hash = hashOf(prevHash, row, position);
        seals.push({ id: row.id, position, prevHash, hash });
        prevHash = hash;
      }
      await this.events.seal(seals);
      return rows.length;
    });
  }
}
