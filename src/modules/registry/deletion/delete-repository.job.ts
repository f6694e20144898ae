import { Injectable } from '@nestjs/common';
import type { Job, JobRun } from '../../../platform/queue/job.js';
import { RepositoryRemovalService } from './repository-removal.service.js';
import type { RepositoryInDeletion } from './repository-removal.service.js';

/** Removes a repository whose deletion was requested. Safe to repeat. */
@Injectable()
export class DeleteRepositoryJob implements Job<RepositoryInDeletion> {
  static readonly jobName = 'registry.delete-repository';
  /** Contract: registry §3.3. */
  static readonly maxAttempts = 5;

  constructor(private readonly removal: RepositoryRemovalService) {}

  perform(repository: RepositoryInDeletion, run: JobRun): Promise<void> {
    return this.removal.carryOut(repository, run);
  }
}
