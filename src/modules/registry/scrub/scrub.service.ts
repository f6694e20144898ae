import { Injectable } from '@nestjs/common';
import { inParallel } from '../../../common/concurrency/in-parallel.js';
import type { Finding } from './finding.js';
import { ScrubRepository } from './scrub.repository.js';
import type { ScrubbedBlob } from './scrub.repository.js';
import { StoredBytes } from './stored-bytes.js';

/** One is hashed while the other waits for the disk. */
const READ_AT_ONCE = 2;

export interface ScrubReport {
  readonly objects: number;
  readonly bytes: number;
  readonly findings: readonly Finding[];
}

/** Checks that stored content is the same as was pushed (contract: registry §9.8). */
@Injectable()
export class ScrubService {
  constructor(
    private readonly blobs: ScrubRepository,
    private readonly stored: StoredBytes,
  ) {}

  /** Reads every stored object, concurrently with pushes, pulls and collections. */
  async run(): Promise<ScrubReport> {
    const findings: Finding[] = [];
    let [objects, bytes] = [0, 0];
    for await (const page of this.blobs.blobs()) {
      await inParallel(READ_AT_ONCE, page, async (blob) => findings.push(...(await this.evaluate(blob))));
      objects += page.length;
      bytes += page.reduce((sum, { size }) => sum + size, 0);
    }
    return { objects, bytes, findings };
  }

  private async evaluate(blob: ScrubbedBlob): Promise<Finding[]> {
    const fault = await this.stored.faultOf(blob);
    return fault !== null && (await this.blobs.isStored(blob)) ? [{ blob, fault }] : [];
  }
}
