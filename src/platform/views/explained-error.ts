import { ApiError } from '../../common/errors/api-error.js';
import type { ErrorBody } from '../../common/errors/api-error.js';
import type { Safe } from './html.js';

/** A refusal whose page says more to people than its body says to programs. */
export class ExplainedError extends ApiError {
  constructor(
    status: number,
    body: ErrorBody,
    readonly explanation: Safe,
  ) {
    super(status, body);
  }
}
