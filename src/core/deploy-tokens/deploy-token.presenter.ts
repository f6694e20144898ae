import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { merged, nullable, record, Time } from '../../common/wire/wire-types.js';
import type { DeployToken } from './deploy-token.js';

/** Contract: registry §8. */
export const DeployTokenSchema = record('DeployToken', {
  id: Type.Integer(),
  name: Type.String(),
  username: Type.String(),
  expires_at: nullable(Time),
  revoked: Type.Boolean(),
  expired: Type.Boolean(),
  scopes: Type.Array(Type.String()),
});
export type DeployTokenView = Static<typeof DeployTokenSchema>;

/** The only answer that contains the value of the token. */
export const NewDeployTokenSchema = merged('NewDeployToken', [
  DeployTokenSchema,
  Type.Object({ token: Type.String() }),
]);
export type NewDeployTokenView = Static<typeof NewDeployTokenSchema>;

export const presentDeployToken = (token: DeployToken): DeployTokenView => ({
  id: token.id,
  name: token.name,
  username: token.username,
  expires_at: token.expiresAt,
  revoked: false, // revoked tokens are never shown
  expired: token.isExpired,
  scopes: [...token.scopes],
});

export const presentNewDeployToken = ({
  token,
  value,
}: {
  readonly token: DeployToken;
  readonly value: string;
}): NewDeployTokenView => ({ ...presentDeployToken(token), token: value });
