import { AccessTokenCredential } from './access-token.credential.js';
import { DeployTokenCredential } from './deploy-token.credential.js';
import { JobTokenCredential } from './job-token.credential.js';
import { OauthTokenCredential } from './oauth-token.credential.js';
import { PasswordCredential } from './password.credential.js';

/** Every kind of secret that opens the registry, in the order in which they are tried (contract: registry §5). */
export const BASIC_CREDENTIALS = [
  JobTokenCredential,
  DeployTokenCredential,
  AccessTokenCredential,
  OauthTokenCredential,
  PasswordCredential,
] as const;
