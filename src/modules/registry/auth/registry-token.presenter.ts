import type { IssuedRegistryToken } from './registry-tokens.js';

/** Contract: registry §5. */
export const presentRegistryToken = ({ token, expiresIn, issuedAt }: IssuedRegistryToken) => ({
  token,
  access_token: token,
  expires_in: expiresIn,
  issued_at: issuedAt.toISOString(),
});
