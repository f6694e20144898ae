import { Injectable } from '@nestjs/common';
import type { Job, JobRun } from '../../../platform/queue/job.js';
import { REPOSITORY_PUSHED } from '../../repositories/pushes/push.js';
import type { RepositoryPushed } from '../../repositories/pushes/push.js';
import { PushPipelinesService } from './push-pipelines.service.js';

/** Creates the pipelines of a push. Safe to repeat: each pipeline stores the job's number. */
@Injectable()
export class MakePushPipelinesJob implements Job<RepositoryPushed> {
  static readonly jobName = 'pipelines.make-push-pipelines';
  static readonly on = [REPOSITORY_PUSHED];

  constructor(private readonly pipelines: PushPipelinesService) {}

  perform(push: RepositoryPushed, { id }: JobRun): Promise<void> {
    return this.pipelines.follow(push, `push ${id}`);
  }
}
