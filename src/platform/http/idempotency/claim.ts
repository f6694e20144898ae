import type { ApiError } from '../../../common/errors/api-error.js';
import { conflict } from '../../../common/errors/catalogue.js';
import type { SecretBox } from '../../crypto/secret-box.js';
import { LEASE_SECONDS } from './idempotency-keys.repository.js';
import type { IdempotencyKeysRepository } from './idempotency-keys.repository.js';

const RENEW_MS = (LEASE_SECONDS * 1000) / 3;
/** Refusals that do not concern the request itself, so that it may be sent again (contract: conventions §12 rule 4). */
const NOT_KEPT = new Set([401, 408, 409, 412, 413, 429]);

export const inProgress = (): ApiError =>
  conflict('A request with this Idempotency-Key is in progress', { 'Retry-After': '1' });

export interface Answer {
  readonly status: number;
  /** JSON text of the answer; null without a body. */
  readonly text: string | null;
  readonly location: string | null;
}

/** An Idempotency-Key that this request holds until its answer is known. The lease is renewed until then. */
export class Claim {
  private readonly renewal: NodeJS.Timeout;

  constructor(
    private readonly keys: IdempotencyKeysRepository,
    private readonly box: SecretBox,
    readonly id: number,
    private readonly holder: string,
  ) {
    this.renewal = setInterval(() => {
      this.keys.renew(id, holder).catch(() => undefined); // renewed again later; a lost lease is detected when the key is finished
    }, RENEW_MS).unref();
  }

  /**
   * Stores the answer for repetitions, in the current transaction. Throws 409 when the lease was lost: another request
   * does the work, so this one must not commit.
   */
  async keep({ status, text, location }: Answer): Promise<void> {
    const answer = text === null ? null : this.box.seal(text);
    if (!(await this.keys.finish(this.id, this.holder, { status, answer, location }))) {
      throw inProgress();
    }
  }

  /** Frees the key, so that the next request with it is carried out. A finished key is not changed. */
  async release(): Promise<void> {
    await this.keys.release(this.id, this.holder);
  }

  /** Stores a refusal or frees the key, depending on the status, and ends the claim. */
  async settle({ status, body, headers }: ApiError): Promise<void> {
    this.end();
    if (status < 400 || status >= 500 || NOT_KEPT.has(status)) {
      await this.release();
      return;
    }
    await this.keep({ status, text: JSON.stringify(body), location: headers.Location ?? null });
  }

  /** Stops renewals: the answer is known. */
  end(): void {
    clearInterval(this.renewal);
  }
}
