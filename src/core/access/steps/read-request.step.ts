import { Injectable } from '@nestjs/common';
import { parseForm } from '../../../common/params/form-encoding.js';
import { digestOfBody, readBody } from '../../../platform/http/read-body.js';
import type { AccessContext } from '../access-context.js';
import { AuthenticateStep } from './authenticate.step.js';
import { Step } from './step.js';

/** Syntax: content type, size, JSON, characters (contract: conventions §1 step 3, §3). GET and HEAD ignore a body. */
@Injectable()
export class ReadRequestStep extends Step {
  constructor(private readonly authenticate: AuthenticateStep) {
    super();
  }

  override async evaluate({ request, state, isRead, rules }: AccessContext): Promise<void> {
    if (!isRead && !rules.readsOwnBody) {
      const isKnown = () => this.authenticate.knows(request, rules);
      const { params, bytes } = await readBody(request, rules.body, isKnown, rules.lists);
      state.body = params;
      if (request.headers['idempotency-key'] !== undefined) {
        state.bodyDigest = digestOfBody(bytes);
      }
    }
    const question = state.target.indexOf('?');
    if (question >= 0) {
      state.query = parseForm(state.target.slice(question + 1), rules.lists);
    }
  }
}
