export type ErrorBody = Readonly<Record<string, unknown>>;

/** A refusal whose status, body and headers go to the wire exactly as they stand (contract: conventions §5). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(`${status} ${JSON.stringify(body)}`);
  }
}

/** A refusal that keeps what was changed before it: the transaction around it commits, with an Idempotency-Key too. */
export class CommittedRefusal extends ApiError {}
