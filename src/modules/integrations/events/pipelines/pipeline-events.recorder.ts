import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../../platform/contributions/contributes.decorator.js';
import type { Tx } from '../../../../platform/database/tx.js';
import { EventRecorder } from '../../../../core/events/event-recorder.js';
import type { DomainEvent } from '../../../../core/events/domain-event.js';
import { JOB_CHANGED, LOG_STORED, PIPELINE_CHANGED } from '../../../pipelines/pipeline-events.js';
import type { Flag, PropertyFlag } from '../../kinds/flags.js';
import type { ObjectKind } from '../../kinds/object-kind.js';
import { toPayload } from '../../planning/json.js';
import { FLAG_COLUMNS } from '../../settings/flag-columns.js';
import { IntegrationsRepository } from '../../settings/integrations.repository.js';
import { ActiveIntegrationsService } from '../active-integrations.service.js';
import { DispatchService } from '../dispatch.service.js';
import { PipelineFactsService } from './pipeline-facts.service.js';
import type { PipelineEvent } from './pipeline-facts.service.js';

interface EventKind {
  readonly objectKind: ObjectKind;
  readonly flag: Flag | PropertyFlag;
}

const KINDS: Readonly<Record<string, EventKind>> = {
  [PIPELINE_CHANGED]: { objectKind: 'pipeline', flag: 'pipeline_events' },
  [JOB_CHANGED]: { objectKind: 'build', flag: 'job_events' },
  [LOG_STORED]: { objectKind: 'archive_trace', flag: 'archive_trace_events' },
};

/**
 * Records events of pipelines and jobs for integrations, in the transaction of the change (contract: integrations
 * §4.1).
 */
@Injectable()
@Contributes(EventRecorder)
export class PipelineEventsRecorder extends EventRecorder {
  override readonly on = Object.keys(KINDS);

  constructor(
    private readonly dispatch: DispatchService,
    private readonly active: ActiveIntegrationsService,
    private readonly integrations: IntegrationsRepository,
    private readonly facts: PipelineFactsService,
  ) {
    super();
  }

  override isWanted(projectId: number): Promise<boolean> {
    return this.integrations.hasActive(projectId);
  }

  override async prepare(tx: Tx, projectId: number): Promise<void> {
    await this.active.of(tx, projectId);
  }

  override async record(tx: Tx, event: DomainEvent): Promise<void> {
    const { projectId, pipelineId, jobId } = toPayload(event.payload);
    const kind = KINDS[event.name];
    if (!kind || typeof projectId !== 'number') {
      return;
    }
    const integrations = await this.active.of(tx, projectId);
    const isTold = integrations.some((integration) => integration[FLAG_COLUMNS[kind.flag]]);
    const found = isTold ? await this.read(kind.objectKind, Number(pipelineId), Number(jobId)) : null;
    if (found) {
      const { objectKind } = kind;
      const { project, ref, payload } = found;
      const recorded = { projectId, eventId: null, objectKind, eventType: objectKind, ref, payload };
      this.dispatch.recordLater(tx, recorded, project, integrations);
    }
  }

  private read(objectKind: ObjectKind, pipelineId: number, jobId: number): Promise<PipelineEvent | null> {
    switch (objectKind) {
      case 'pipeline':
        return this.facts.ofPipeline(pipelineId);
      case 'build':
        return this.facts.ofJob(pipelineId, jobId);
      default:
        return this.facts.ofTrace(pipelineId, jobId);
    }
  }
}
