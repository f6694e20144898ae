export type ErrorBody = Readonly<Record<string, unknown>>;

/** An error whose status, body and headers are sent exactly as they are (contract: conventions §5). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(`${status} ${JSON.stringify(body)}`);
  }
}

/**
 * An error that keeps the changes made before it: the surrounding transaction commits, also with an Idempotency-Key.
 */
export class CommittedRefusal extends ApiError {}
