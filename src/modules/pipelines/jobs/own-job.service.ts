import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import type { Caller } from '../../../core/access/caller.js';
import { CiJobRecordsRepository } from '../records/ci-job-records.repository.js';
import type { CiJob } from './ci-job.js';

/** Finds the job whose token a request carries. */
@Injectable()
export class OwnJobService {
  constructor(private readonly records: CiJobRecordsRepository) {}

  /** Throws 404 for every other credential. */
  async of({ credential }: Caller): Promise<CiJob> {
    const job = credential?.kind === 'job' ? await this.records.findAnywhere(credential.id) : null;
    if (!job) {
      throw notFound('Job');
    }
    return job;
  }
}
