import type OAuth2Server from '@node-oauth/oauth2-server';
import type { ClientApplication } from '../applications/application.js';

/** An authenticated caller, or one that need not be an application (contract: oauth §5.3). */
export interface OauthClient extends OAuth2Server.Client {
  readonly application: ClientApplication | null;
}
