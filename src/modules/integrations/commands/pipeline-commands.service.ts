import { Injectable } from '@nestjs/common';
import { readRef } from '../../../platform/git/ref-names.js';
import { Env } from '../../../platform/config/env.js';
import { PipelineCreationService, refuseFailed } from '../../pipelines/creation/pipeline-creation.service.js';
import { PipelineTurnsService } from '../../pipelines/creation/pipeline-turns.service.js';
import type { Pipeline } from '../../pipelines/pipeline.js';
import { PipelinesRepository } from '../../pipelines/records/pipelines.repository.js';
import { readVariables } from '../../pipelines/variables/read-variables.js';
import { link, phrase } from '../kinds/chat/phrase.js';
import type { Part } from '../kinds/chat/phrase.js';
import type { ChatMember } from './chat-member.js';
import { toAsker, toChannel } from './slash-answer.js';
import type { SlashAnswer } from './slash-answer.js';
import type { CommandVariable } from './slash-command.js';

/** Slash commands for pipelines (contract: integrations §9). */
@Injectable()
export class PipelineCommandsService {
  constructor(
    private readonly creation: PipelineCreationService,
    private readonly turns: PipelineTurnsService,
    private readonly pipelines: PipelinesRepository,
    private readonly env: Env,
  ) {}

  /** Throws the same errors as creating a pipeline. */
  async start({ projectId, actor }: ChatMember, ref: string, sent: readonly CommandVariable[]): Promise<SlashAnswer> {
    const variables = readVariables([...sent]);
    const order = { projectId, ref, variables, userId: actor.id, source: 'chat' } as const;
    const pipeline = await this.turns.run(projectId, () => this.creation.create(order));
    refuseFailed(pipeline);
    return toChannel(phrase`Pipeline ${this.linkTo(pipeline)} of ${pipeline.ref} was started by ${actor.name}.`);
  }

  async status({ projectId }: ChatMember, text: string): Promise<SlashAnswer> {
    const ref = readRef(text)?.name ?? text;
    const pipeline = await this.pipelines.findNewestOn(projectId, ref);
    return toAsker(
      pipeline
        ? phrase`Pipeline ${this.linkTo(pipeline)} of ${pipeline.ref}: ${pipeline.status}`
        : phrase`There is no pipeline of ${ref}.`,
    );
  }

  private linkTo({ id, projectPath }: Pipeline): Part {
    return link(`#${id}`, `${this.env.baseUrl}/${projectPath}/-/pipelines/${id}`);
  }
}
