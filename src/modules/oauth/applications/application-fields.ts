import { splitScopes } from '../scopes.js';
import type { ApplicationFields } from './application.js';
import { splitRedirectUris } from './redirect-uri.js';
import type { CreateApplicationInput, UpdateApplicationInput } from './applications.dto.js';

export const newApplication = (input: CreateApplicationInput): ApplicationFields => ({
  name: input.name,
  redirectUris: splitRedirectUris(input.redirect_uri),
  scopes: splitScopes(input.scopes),
  confidential: input.confidential ?? true,
  trusted: input.trusted ?? false,
});

/** Fields that were not sent are not changed. */
export function applicationChanges(input: UpdateApplicationInput): Partial<ApplicationFields> {
  const changes = {
    name: input.name,
    redirectUris: input.redirect_uri && splitRedirectUris(input.redirect_uri),
    scopes: input.scopes && splitScopes(input.scopes),
    confidential: input.confidential,
    trusted: input.trusted,
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
