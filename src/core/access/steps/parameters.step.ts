import { Injectable } from '@nestjs/common';
import { readPageRequest } from '../../../common/pagination/page-request.js';
import { Complaints } from '../../../common/params/complaints.js';
import { readInput } from '../../../common/params/read-input.js';
import { AccessSettings } from '../access-settings.js';
import type { Judgement } from '../judgement.js';
import { Step } from './step.js';

/** Parameters: the first missing one, else all invalid ones, those of the page included (contract: conventions §1 step 10). */
@Injectable()
export class ParametersStep extends Step {
  constructor(private readonly settings: AccessSettings) {
    super();
  }

  override async judge(judgement: Judgement): Promise<void> {
    const { rules, params } = judgement;
    const complaints = new Complaints();
    if (rules.input) {
      judgement.input = readInput(rules.input, params, complaints);
    }
    if (rules.paging) {
      const { maxOffset } = await this.settings.current();
      judgement.page = readPageRequest(params, complaints, maxOffset, rules.paging);
    }
    complaints.refuseAny();
  }
}
