import { Injectable } from '@nestjs/common';
import type { Job } from '../../../../platform/queue/job.js';
import { DefaultHeadsService } from '../default-heads.service.js';

export interface PointHeadPayload {
  readonly projectId: number;
}

/** Points HEAD to the new default branch of a project. Safe to repeat; retried while a move holds the repository. */
@Injectable()
export class PointHeadJob implements Job<PointHeadPayload> {
  static readonly jobName = 'repositories.point-head';
  static readonly maxAttempts = 30;

  constructor(private readonly heads: DefaultHeadsService) {}

  async perform({ projectId }: PointHeadPayload): Promise<void> {
    await this.heads.follow(projectId);
  }
}
