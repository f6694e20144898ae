import { AccessTokenCredential } from './access-token.credential.js';
import { DeployTokenCredential } from './deploy-token.credential.js';
import { JobTokenCredential } from './job-token.credential.js';
import { OauthTokenCredential } from './oauth-token.credential.js';
import { PasswordCredential } from './password.credential.js';
import { SessionCredential } from './session.credential.js';

/** All kinds of credentials; each protocol lists those that it accepts, in its own order. */
export const CREDENTIAL_KINDS = [
  AccessTokenCredential,
  DeployTokenCredential,
  JobTokenCredential,
  OauthTokenCredential,
  PasswordCredential,
  SessionCredential,
] as const;
