import { AccessTokenGitCredential } from './access-token.git-credential.js';
import { DeployTokenGitCredential } from './deploy-token.git-credential.js';
import { JobTokenGitCredential } from './job-token.git-credential.js';
import { OauthTokenGitCredential } from './oauth-token.git-credential.js';
import { PasswordGitCredential } from './password.git-credential.js';

/** Every kind of secret that opens the git door, in the order in which they are tried (contract: git §5.2). */
export const GIT_CREDENTIALS = [
  JobTokenGitCredential,
  OauthTokenGitCredential,
  AccessTokenGitCredential,
  DeployTokenGitCredential,
  PasswordGitCredential,
] as const;
