import { Injectable } from '@nestjs/common';
import { readInput } from '../../../common/params/read-input.js';
import type { Judgement } from '../judgement.js';
import { Step } from './step.js';

/** Parameters: missing, then invalid (contract: conventions §1 step 10). */
@Injectable()
export class ParametersStep extends Step {
  override judge(judgement: Judgement): void {
    if (judgement.rules.input) {
      judgement.input = readInput(judgement.rules.input, judgement.params);
    }
  }
}
