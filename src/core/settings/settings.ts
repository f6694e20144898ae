import type { Visibility } from './visibility.js';

/** Instance settings as the code reads them (contract: core §1.2). */
export interface Settings {
  readonly throttleUnauthenticatedApiEnabled: boolean;
  readonly throttleUnauthenticatedApiRequestsPerPeriod: number;
  readonly throttleUnauthenticatedApiPeriodInSeconds: number;
  readonly throttleAuthenticatedApiEnabled: boolean;
  readonly throttleAuthenticatedApiRequestsPerPeriod: number;
  readonly throttleAuthenticatedApiPeriodInSeconds: number;
  readonly throttleUserAllowlist: readonly string[];
  readonly passwordFailuresPerMinute: number;
  readonly impersonationEnabled: boolean;
  readonly maxOffset: number;
  readonly spamCheckEndpointEnabled: boolean;
  readonly spamCheckEndpointUrl: string | null;
  readonly spamCheckApiKey: Buffer | null;
  readonly recaptchaEnabled: boolean;
  readonly recaptchaSiteKey: string | null;
  readonly recaptchaPrivateKey: Buffer | null;
  readonly recaptchaVerifyUrl: string | null;
  readonly oauthAuthorizationCodeExpiresIn: number;
  readonly oauthAccessTokenExpiresIn: number;
  readonly oauthRefreshReuseWindow: number;
  readonly oauthPasswordGrantEnabled: boolean;
  readonly oauthPasswordGrantWithoutClient: boolean;
  readonly oauthHttpRedirects: string | null;
  readonly defaultProjectVisibility: Visibility;
  readonly defaultGroupVisibility: Visibility;
  readonly defaultSnippetVisibility: Visibility;
  readonly defaultProjectsLimit: number;
  readonly defaultBranchName: string;
  readonly defaultBranchProtection: number;
  readonly repositoryStoragesWeighted: Readonly<Record<string, number>>;
  readonly sharedRunnersEnabled: boolean;
  readonly maxArtifactsSize: number;
  readonly maxJobLogSize: number;
  readonly runnersRegistrationToken: Buffer | null;
}
