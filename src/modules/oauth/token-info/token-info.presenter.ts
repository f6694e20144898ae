import type { OauthTokenHolder } from '../../../core/oauth-tokens/oauth-access-token.js';

/**
 * `scopes` and `expires_in_seconds` are older names that remain supported (contract: oauth §7). `now` is in
 * milliseconds.
 */
export function presentTokenInfo({ account, token }: OauthTokenHolder, now: number) {
  const expiresIn = Math.max(0, Math.floor((Date.parse(token.expiresAt) - now) / 1000));
  return {
    resource_owner_id: account.id,
    scope: token.scopes,
    expires_in: expiresIn,
    application: { uid: token.applicationUid },
    created_at: Math.floor(Date.parse(token.createdAt) / 1000),
    scopes: token.scopes,
    expires_in_seconds: expiresIn,
  };
}
