import { Injectable } from '@nestjs/common';
import { EventsService } from '../../../core/events/events.service.js';
import { PIPELINE_CHANGED } from '../pipeline-events.js';
import type { PipelineChanged } from '../pipeline-events.js';
import { PipelinesRepository } from '../records/pipelines.repository.js';
import { KeepRefJob } from '../../repositories/refs/keep-ref.job.js';
import { RepositoriesService } from '../../repositories/storages/repositories.service.js';
import type { Tx } from '../../../platform/database/tx.js';
import { Jobs } from '../../../platform/queue/job.js';
import { EXTERNAL } from './commit-status.js';
import type { StatusSubject } from './commit-status.js';

/** Pipelines that only contain external statuses (contract: triggers §10). */
@Injectable()
export class ExternalPipelinesService {
  constructor(
    private readonly pipelines: PipelinesRepository,
    private readonly repositories: RepositoriesService,
    private readonly events: EventsService,
    private readonly jobs: Jobs,
  ) {}

  /** Creates a pipeline and returns its id. */
  async create(tx: Tx, { projectId, sha, ref }: StatusSubject, userId: number): Promise<number> {
    const nothing = { beforeSha: null, triggerId: null, eventType: null, name: null, yamlErrors: null, origin: null };
    const about = { projectId, sha, ref: ref.name, isTag: ref.kind === 'tag', userId };
    const id = await this.pipelines.nextId();
    await this.pipelines.insert(id, { ...nothing, ...about, source: EXTERNAL, status: 'created' });
    const repository = await this.repositories.getCode(projectId);
    await this.jobs.enqueue(tx, KeepRefJob, { repositoryId: repository.id, reason: 'pipelines', id, objectId: sha });
    const payload: PipelineChanged = { projectId, pipelineId: id, status: 'created' };
    await this.events.publish(tx, { name: PIPELINE_CHANGED, payload });
    return id;
  }
}
