import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { BlobMissingError } from '../../../platform/blob/blob-errors.js';
import { uploadBusy, uploadUnknown } from '../registry-errors.js';
import { UploadsRepository, WRITER_LEASE_SECONDS } from './uploads.repository.js';
import type { UploadAddress, UploadSession } from './uploads.repository.js';

const RENEW_MS = (WRITER_LEASE_SECONDS * 1000) / 3;

/** Allows one writer of a session at a time; the database decides between all processes (contract: registry §6.1). */
@Injectable()
export class UploadWriters {
  constructor(private readonly uploads: UploadsRepository) {}

  /**
   * Runs `work` as the session's only writer. `work` releases the session by saving or ending it; if it throws, the
   * session stays as it was. Throws 404, and 409 while another request writes.
   */
  async inTurn<T>(address: UploadAddress, work: (session: UploadSession, writer: string) => Promise<T>): Promise<T> {
    const writer = randomUUID();
    const session = await this.uploads.lease(address, writer);
    if (!session) {
      throw (await this.uploads.find(address)) ? uploadBusy() : uploadUnknown();
    }
    const renewal = setInterval(() => void this.renew(session.id, writer), RENEW_MS);
    try {
      return await work(session, writer);
    } catch (error) {
      const isReleased = await this.uploads.release(session.id, writer).catch(() => null); // the lease expires anyway
      throw isReleased === false && error instanceof BlobMissingError ? uploadUnknown() : error; // canceled: its bytes are gone
    } finally {
      clearInterval(renewal);
    }
  }

  private async renew(id: string, writer: string): Promise<void> {
    await this.uploads.renew(id, writer).catch(() => undefined); // an unreachable database does not end the lease
  }
}
