import { Injectable } from '@nestjs/common';
import { forbidden } from '../../../common/errors/catalogue.js';
import { PipelineCreationService, refuseFailed } from '../../pipelines/creation/pipeline-creation.service.js';
import type { PipelineOrder } from '../../pipelines/creation/pipeline-order.js';
import type { PipelinePlan } from '../../pipelines/creation/pipeline-plan.js';
import { PipelinePlanningService } from '../../pipelines/creation/pipeline-planning.service.js';
import { PipelineTurnsService } from '../../pipelines/creation/pipeline-turns.service.js';
import type { Pipeline, SourceJob } from '../../pipelines/pipeline.js';
import { matchesPattern } from '../../repositories/protection/protection-rule.js';
import { readRef } from '../../../platform/git/ref-names.js';
import { Database } from '../../../platform/database/database.js';
import type { LiveTrigger } from '../trigger.js';
import type { TriggerCall } from './trigger-call.js';
import { TriggerTokensService } from './trigger-tokens.service.js';
import type { TriggerCredential } from './trigger-tokens.service.js';

/** A pipeline, and the job whose token started it; null for a trigger token. */
export interface StartedPipeline {
  readonly pipeline: Pipeline;
  readonly source: SourceJob | null;
}

/** Starts pipelines by trigger and job tokens (contract: triggers §2). */
@Injectable()
export class TriggerPipelinesService {
  constructor(
    private readonly tokens: TriggerTokensService,
    private readonly creation: PipelineCreationService,
    private readonly planning: PipelinePlanningService,
    private readonly turns: PipelineTurnsService,
    private readonly database: Database,
  ) {}

  /** Throws 401, 403, 404 for the token, and the errors of creating a pipeline; 422 after a failed one was stored. */
  async start(call: TriggerCall): Promise<StartedPipeline> {
    const { created, source } = await this.inTurn(call, async () => {
      const order = await this.orderOf(call, await this.tokens.get(call));
      return { ...(await this.creation.createWithin(order)), source: order.sourceJob ?? null };
    });
    const pipeline = await created;
    refuseFailed(pipeline);
    return { pipeline, source };
  }

  /** Returns what {@link start} would create (contract: triggers §16.5). */
  preview(call: TriggerCall): Promise<{ readonly order: PipelineOrder; readonly plan: PipelinePlan }> {
    return this.inTurn(call, async () => {
      const order = await this.orderOf(call, await this.tokens.get(call));
      return { order, plan: await this.planning.plan(order) };
    });
  }

  private inTurn<T>({ project }: TriggerCall, work: () => Promise<T>): Promise<T> {
    return this.turns.run(project, () => this.database.transaction(work));
  }

  private async orderOf(call: TriggerCall, credential: TriggerCredential): Promise<PipelineOrder> {
    const projectId = await this.tokens.projectIdOf(call.project, credential);
    const { ref, variables, eventType } = call;
    if (credential.kind === 'job') {
      const { id: jobId, projectId: sourceProjectId, pipelineId } = credential.job;
      const sourceJob = { projectId: sourceProjectId, pipelineId, jobId };
      return { projectId, ref, variables, eventType, source: 'pipeline', userId: credential.account.id, sourceJob };
    }
    const { trigger } = credential;
    refuseBeyondLists(trigger, call);
    const { id, firstFour, ownerId: userId } = trigger;
    const payload = JSON.stringify({ ...call.parameters, id: projectId });
    return { projectId, ref, variables, eventType, source: 'trigger', userId, trigger: { id, firstFour }, payload };
  }
}

/** Contract: triggers §16.2. */
function refuseBeyondLists({ allowedRefs, allowedVariables }: LiveTrigger, { ref, variables }: TriggerCall): void {
  const name = readRef(ref)?.name ?? ref;
  if (allowedRefs && !allowedRefs.some((pattern) => matchesPattern(pattern, name) || matchesPattern(pattern, ref))) {
    throw forbidden('The trigger token does not allow this ref');
  }
  const foreign = allowedVariables && variables.find(({ key }) => !allowedVariables.includes(key));
  if (foreign) {
    throw forbidden(`The trigger token does not allow the variable ${foreign.key}`);
  }
}
