import { describeScope } from '../scopes.js';
import type { AuthorizationRequest } from './authorization-request.js';

/** The request as JSON for custom front ends (contract: oauth §14.7). */
export const presentRequest = ({ application, to, scopes }: AuthorizationRequest, isConsentDue: boolean) => ({
  client: { uid: application.uid, name: application.name, confidential: application.confidential },
  redirect_uri: to.redirectUri,
  scopes: scopes.map(describeScope).map(({ name, description }) => ({ name, description })),
  state: to.state ?? null,
  consent_required: isConsentDue,
});
