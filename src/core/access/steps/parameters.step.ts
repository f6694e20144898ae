import { Injectable } from '@nestjs/common';
import { readPageRequest } from '../../../common/pagination/page-request.js';
import { ValidationErrors } from '../../../common/params/validation-errors.js';
import { readInput, readLargeParts, withoutAdminParams } from '../../../common/params/read-input.js';
import { AccessSettings } from '../access-settings.js';
import type { AccessContext } from '../access-context.js';
import { Step } from './step.js';

/**
 * Parameters: the first missing one, else all invalid ones, those of the page included (contract: conventions §1 step
 * 10).
 */
@Injectable()
export class ParametersStep extends Step {
  constructor(private readonly settings: AccessSettings) {
    super();
  }

  override async evaluate(access: AccessContext): Promise<void> {
    const { rules, params, caller } = access;
    const errors = new ValidationErrors();
    if (rules.input) {
      const given = caller.isAdmin ? params : withoutAdminParams(rules.input, params);
      const input = readInput(rules.input, given, errors);
      await readLargeParts(input, errors);
      access.input = input;
    }
    if (rules.paging) {
      const { maxOffset } = await this.settings.current();
      access.page = readPageRequest(params, errors, maxOffset, rules.paging);
    }
    errors.refuseAny();
  }
}
