import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { RequestIdentity } from '../../../core/access/identified-by.decorator.js';
import { JobTokensService } from '../../../core/job-tokens/job-tokens.service.js';
import { TriggersRepository } from '../triggers.repository.js';
import { tokenIn } from './read-trigger-call.js';

/** Idempotency-Keys of trigger calls belong to the trigger token or the job (contract: triggers §16.4). */
@Injectable()
export class TriggerIdentity extends RequestIdentity {
  constructor(
    private readonly triggers: TriggersRepository,
    private readonly jobTokens: JobTokensService,
  ) {
    super();
  }

  override async of(params: RawParams, headers: IncomingHttpHeaders): Promise<string | null> {
    const token = tokenIn(params, headers);
    if (typeof token !== 'string') {
      return null;
    }
    const trigger = await this.triggers.findLive(token);
    if (trigger) {
      return `trigger ${trigger.id}`;
    }
    const holder = await this.jobTokens.findLive(token);
    return holder && `job ${holder.job.id}`;
  }
}
