import { Injectable } from '@nestjs/common';
import { unauthorized } from '../../../common/errors/catalogue.js';
import type { AccessContext } from '../access-context.js';
import { Step } from './step.js';

/**
 * Answers 401 to anonymous callers of routes that need a signed-in one, before any record is looked up (contract:
 * conventions §1).
 */
@Injectable()
export class SignedInStep extends Step {
  override evaluate({ caller, rules }: AccessContext): void {
    if (caller.isAnonymous && !rules.allow.anonymous) {
      throw unauthorized();
    }
  }
}
