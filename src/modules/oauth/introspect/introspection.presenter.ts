import type { PresentedToken } from '../../../core/oauth-tokens/presented-token.columns.js';

const secondsOf = (time: string): number => Math.floor(Date.parse(time) / 1000);

/** Contract: oauth §8; of what is not the caller's nothing is told. */
export function presentInspected(token: PresentedToken | null) {
  if (!token) {
    return { active: false };
  }
  return {
    active: true,
    scope: token.scopes.join(' '),
    client_id: token.applicationUid,
    username: token.username,
    sub: String(token.userId),
    ...(token.expiresAt === null ? {} : { token_type: 'bearer', exp: secondsOf(token.expiresAt) }),
    iat: secondsOf(token.createdAt),
  };
}
