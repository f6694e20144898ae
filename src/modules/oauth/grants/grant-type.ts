import type OAuth2Server from '@node-oauth/oauth2-server';
import type { Settings } from '../../../core/settings/settings.js';
import type { ProtocolParams } from '../protocol-params.js';

/**
 * A grant: a class that the library makes for each request and whose `handle` answers tokens or throws one of the
 * library's errors, with what the token endpoint has to know before.
 */
export interface GrantType {
  new (options: OAuth2Server.TokenOptions): OAuth2Server.AbstractGrantType;
  /** On the wire. */
  readonly type: string;
  /** Without one of these the request is refused before anything is looked up. */
  readonly requiredParams: readonly string[];
  /** True where the caller need not be an application. */
  readonly allowsAnonymous?: boolean;
  /** True where the metadata names it in another way than as a grant. */
  readonly isUnlisted?: boolean;
  /** Whether the settings offer it; absent for grants that always are. */
  isOffered?(settings: Settings): boolean;
  /** Throws 400 for a malformed parameter, before anything is looked up. */
  checkParams?(params: ProtocolParams): void;
}
