import { Injectable } from '@nestjs/common';
import type { AccessContext } from '../access-context.js';
import { TargetResolvers } from '../target-resolvers.js';
import { Step } from './step.js';

/** Routes of a feature that is switched off answer as if they did not exist (contract: conventions §1 step 2). */
@Injectable()
export class OpenStep extends Step {
  constructor(private readonly resolvers: TargetResolvers) {
    super();
  }

  override evaluate({ rules }: AccessContext): void {
    const refusal = this.resolvers.of(rules.allow.on)?.closed();
    if (refusal) {
      throw refusal;
    }
  }
}
