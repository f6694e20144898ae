import type { IssuedToken } from '../grants/issued-token.js';

/** Contract: oauth §5; there are no null members. */
export const presentIssuedToken = (token: IssuedToken) => ({
  access_token: token.accessToken,
  token_type: 'bearer',
  expires_in: token.expiresIn,
  ...(token.refreshToken === undefined ? {} : { refresh_token: token.refreshToken }),
  scope: token.scopes.join(' '),
  created_at: Math.floor(Date.parse(token.createdAt) / 1000),
  ...(token.idToken === undefined ? {} : { id_token: token.idToken }),
});
