import type OAuth2Server from '@node-oauth/oauth2-server';
import type { Settings } from '../../../core/settings/settings.js';
import type { ProtocolParams } from '../protocol-params.js';

/**
 * A grant class, which the library instantiates for each request and whose `handle` returns tokens or throws an error
 * of the library, with the facts that the token endpoint needs beforehand.
 */
export interface GrantType {
  new (options: OAuth2Server.TokenOptions): OAuth2Server.AbstractGrantType;
  /** Value of `grant_type`. */
  readonly type: string;
  /** A request without one of these is refused before any lookup. */
  readonly requiredParams: readonly string[];
  /** Whether the caller need not be an application. */
  readonly allowsAnonymous?: boolean;
  /** Whether the metadata lists it in another way than as a grant. */
  readonly isUnlisted?: boolean;
  /** Whether the settings enable the grant; absent for grants that are always enabled. */
  isOffered?(settings: Settings): boolean;
  /** Throws 400 for a malformed parameter, before any lookup. */
  checkParams?(params: ProtocolParams): void;
}
