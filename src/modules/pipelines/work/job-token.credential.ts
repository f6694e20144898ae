import { Injectable } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { toText } from '../../../common/params/coerce.js';
import { ParameterCredential } from '../../../core/access/authorized-by.decorator.js';
import { readId } from '../../../core/access/request.decorators.js';
import { RunningJobsService } from '../jobs/running-jobs.service.js';

/** The `token` of the job `job_id`, whatever its state (contract: triggers §9). */
@Injectable()
export class JobTokenCredential extends ParameterCredential {
  constructor(private readonly running: RunningJobsService) {
    super();
  }

  override async check({ token, job_id: id }: RawParams): Promise<void> {
    const text = toText(token);
    if (text.ok) {
      await this.running.get(readId(String(id)), text.value);
    }
  }
}
