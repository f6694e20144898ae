import { ApiError } from '../../common/errors/api-error.js';
import type { ErrorBody } from '../../common/errors/api-error.js';
import type { Safe } from './html.js';

/** An error whose page has a longer explanation than its API body. */
export class ExplainedError extends ApiError {
  constructor(
    status: number,
    body: ErrorBody,
    readonly explanation: Safe,
  ) {
    super(status, body);
  }
}
