import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { merged, nullable, record, Time } from '../../../common/wire/wire-types.js';
import type { Application, RegisteredApplication } from './application.js';

/** Contract: oauth §3. */
export const ApplicationSchema = record('Application', {
  id: Type.Integer(),
  application_id: Type.String(),
  application_name: Type.String(),
  callback_url: Type.String(),
  redirect_uris: Type.Array(Type.String()),
  scopes: Type.Array(Type.String()),
  confidential: Type.Boolean(),
  trusted: Type.Boolean(),
  owner: nullable(Type.Object({ id: Type.Integer(), username: Type.String() })),
  created_at: Time,
  updated_at: Time,
});
export type ApplicationView = Static<typeof ApplicationSchema>;

/** Used only by the answers that create a secret. */
export const RegisteredApplicationSchema = merged('RegisteredApplication', [
  ApplicationSchema,
  Type.Object({ secret: nullable(Type.String()) }),
]);
export type RegisteredApplicationView = Static<typeof RegisteredApplicationSchema>;

export const presentApplication = (application: Application): ApplicationView => ({
  id: application.id,
  application_id: application.uid,
  application_name: application.name,
  callback_url: application.redirectUris.join('\n'),
  redirect_uris: [...application.redirectUris],
  scopes: [...application.scopes],
  confidential: application.confidential,
  trusted: application.trusted,
  owner: application.owner && { id: application.owner.id, username: application.owner.username },
  created_at: application.createdAt,
  updated_at: application.updatedAt,
});

export const presentRegistered = ({ application, secret }: RegisteredApplication): RegisteredApplicationView => ({
  ...presentApplication(application),
  secret,
});
