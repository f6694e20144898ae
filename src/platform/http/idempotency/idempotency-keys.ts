import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { conflict, unavailable, unprocessable } from '../../../common/errors/catalogue.js';
import { SecretBox } from '../../crypto/secret-box.js';
import { Claim, inProgress } from './claim.js';
import { IdempotencyKeysRepository } from './idempotency-keys.repository.js';
import type { HeldKey, KeyOfRequest } from './idempotency-keys.repository.js';
import { StoredAnswer } from './stored-answer.js';

/** A key may be freed between the attempt to take it and the query for its holder. */
const ATTEMPTS = 3;

/** Keys of requests that are carried out once, however often they are sent (contract: conventions §12). */
@Injectable()
export class IdempotencyKeys {
  constructor(
    private readonly keys: IdempotencyKeysRepository,
    private readonly box: SecretBox,
  ) {}

  /**
   * Returns a claim when this request is the first with its key. Throws the stored answer, 409 while the first one
   * runs, or 422 when the key belongs to another request.
   */
  async claim(request: KeyOfRequest): Promise<Claim> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const holder = randomUUID();
      const id = await this.keys.take(request, holder);
      if (id !== null) {
        return new Claim(this.keys, this.box, id, holder);
      }
      const held = await this.keys.find(request);
      if (held) {
        throw this.answerOf(held, request.fingerprint);
      }
    }
    throw unavailable();
  }

  private answerOf({ fingerprint, status, answer, location, isAnswerLost }: HeldKey, wanted: string): Error {
    if (fingerprint !== wanted) {
      return unprocessable('Idempotency-Key was used with another request');
    }
    if (isAnswerLost) {
      return conflict('The request with this Idempotency-Key was carried out, but its answer was lost');
    }
    return status === null ? inProgress() : new StoredAnswer(status, answer && this.box.open(answer), location);
  }
}
