import { Injectable } from '@nestjs/common';
import { ApiError } from '../../../common/errors/api-error.js';
import { badRequest, payloadTooLarge } from '../../../common/errors/catalogue.js';
import { JobMovesService } from '../processing/job-moves.service.js';
import { SettingsService } from '../../../core/settings/settings.service.js';
import { BlobStore } from '../../../platform/blob/blob-store.js';
import { jobHasEnded, RunningJobsService } from '../jobs/running-jobs.service.js';
import type { TokenedJob } from '../jobs/running-jobs.service.js';
import { readContentRange } from './content-range.js';
import { JobLogsRepository } from '../logs/job-logs.repository.js';
import { maskPart } from '../logs/log-masking.js';

const MIB = 1_048_576;

/** Formats the range of received bytes. */
export const receivedRange = (size: number): string => `0-${size}`;

/** Receives logs in parts; secrets are masked before a part is stored and acknowledged (contract: triggers §9, §14). */
@Injectable()
export class LogIntakeService {
  constructor(
    private readonly running: RunningJobsService,
    private readonly logs: JobLogsRepository,
    private readonly blobs: BlobStore,
    private readonly moves: JobMovesService,
    private readonly settings: SettingsService,
  ) {}

  /** Whether the token belongs to the job, and the job runs. */
  accepts(id: number, token: string): Promise<boolean> {
    return this.running.isRunning(id, token);
  }

  /** Returns the number of bytes received so far. Throws 400, 403, 413, 416. */
  async append(id: number, token: string, range: string | undefined, bytes: Buffer): Promise<number> {
    const job = await this.running.getRunning(id, token);
    const { from, to } = readContentRange(range) ?? refuseRange();
    if (to - from + 1 !== bytes.length) {
      refuseRange();
    }
    const state = await this.logs.state(id);
    if (state?.received !== from) {
      throw state ? notSatisfiable(state.received) : await this.ended(id, token);
    }
    await this.refuseLarge(job, from + bytes.length);
    const { shown, held } = await maskPart(Buffer.concat([state.held, bytes]), [...state.secrets, token]);
    const stored = shown.length === 0 ? null : await this.store(shown);
    const received = from + bytes.length;
    if (!(await this.logs.append(id, { from, received, held, stored }))) {
      await this.discard(stored);
      throw await this.overtaken(id, token);
    }
    return received;
  }

  /** Sets the texts that must not appear in further parts of the job's log. */
  mask(id: number, secrets: readonly string[]): Promise<void> {
    return this.logs.setSecrets(id, secrets);
  }

  private async store(bytes: Buffer): Promise<{ blobKey: string; size: number }> {
    const { key, size } = await this.blobs.put([bytes], []);
    return { blobKey: key, size };
  }

  private async discard(stored: { readonly blobKey: string } | null): Promise<void> {
    if (stored) {
      await this.blobs.delete(stored.blobKey);
    }
  }

  /** A log that exceeds the limit fails the job. */
  private async refuseLarge(job: TokenedJob, size: number): Promise<void> {
    const { maxJobLogSize } = await this.settings.current();
    if (size <= maxJobLogSize * MIB) {
      return;
    }
    const failed = { status: 'failed', failureReason: 'trace_size_exceeded', exitCode: null, coverage: null } as const;
    await this.moves.end(job, failed);
    throw payloadTooLarge();
  }

  private async overtaken(id: number, token: string): Promise<ApiError> {
    const state = await this.logs.state(id);
    return state ? notSatisfiable(state.received) : this.ended(id, token);
  }

  private async ended(id: number, token: string): Promise<ApiError> {
    return jobHasEnded((await this.running.get(id, token)).status);
  }
}

function refuseRange(): never {
  throw badRequest('Invalid Content-Range');
}

const notSatisfiable = (size: number): ApiError =>
  new ApiError(416, { message: '416 Range Not Satisfiable' }, { Range: receivedRange(size) });
