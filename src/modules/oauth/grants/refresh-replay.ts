import { digestOf } from '../../../platform/crypto/random.js';
import { SecretBox } from '../../../platform/crypto/secret-box.js';
import type { IssuedToken } from './issued-token.js';
import type { Consumption } from '../../../core/oauth-tokens/token-pairs.repository.js';

/**
 * Lets a client repeat an attempt to refresh and get the same answer (contract: oauth §14.2). The answer is sealed with
 * a key derived from the presented refresh token, so that the database alone cannot reveal it.
 */
export class RefreshReplay {
  readonly key: Buffer;
  private readonly box: SecretBox;

  constructor(idempotencyKey: string, refreshToken: string) {
    this.key = digestOf(idempotencyKey);
    this.box = new SecretBox(refreshToken);
  }

  seal(issued: IssuedToken): Buffer {
    return this.box.seal(JSON.stringify(issued));
  }

  /** Returns null if the stored answer belongs to another attempt, or none is stored. */
  open({ replayKey, replayAnswer }: Consumption): IssuedToken | null {
    if (!replayKey?.equals(this.key) || !replayAnswer) {
      return null;
    }
    const issued: unknown = JSON.parse(this.box.open(replayAnswer));
    return isIssued(issued) ? issued : null;
  }
}

const isIssued = (value: unknown): value is IssuedToken =>
  typeof value === 'object' && value !== null && 'accessToken' in value && 'refreshToken' in value;
