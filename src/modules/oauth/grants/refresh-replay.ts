import { digestOf } from '../../../platform/crypto/random.js';
import { SecretBox } from '../../../platform/crypto/secret-box.js';
import type { IssuedToken } from '../tokens/issued-token.js';
import type { Consumption } from '../tokens/token-pairs.repository.js';
import type { GrantCall } from './grant.js';

/** Under a key made from the token that was presented: the database alone cannot open it (contract: oauth §14.2). */
const boxOf = ({ params }: GrantCall): SecretBox => new SecretBox(params.get('refresh_token') ?? '');

export const writeReplay = (issued: IssuedToken, attempt: string, call: GrantCall) => ({
  key: digestOf(attempt),
  answer: boxOf(call).seal(JSON.stringify(issued)),
});

/** The answer of the same attempt, for the client that did not receive it; null for any other. */
export function readReplay({ replayKey, replayAnswer }: Consumption, call: GrantCall): IssuedToken | null {
  const { attempt } = call;
  if (attempt === undefined || !replayKey || !replayAnswer || !replayKey.equals(digestOf(attempt))) {
    return null;
  }
  const text = boxOf(call).open(replayAnswer);
  const issued: unknown = JSON.parse(text);
  return isIssued(issued) ? { ...issued, isReplay: true } : null;
}

const isIssued = (value: unknown): value is IssuedToken =>
  typeof value === 'object' && value !== null && 'accessToken' in value && 'refreshToken' in value;
