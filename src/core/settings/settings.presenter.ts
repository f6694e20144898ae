import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, record } from '../../common/wire/wire-types.js';
import type { Env } from '../../platform/config/env.js';
import { SECRET_IS_SET } from './settings-changes.js';
import { httpRedirectsInForce, verifyUrlInForce } from './settings-in-force.js';
import type { Settings } from './settings.js';
import { weightsInForce } from './storage-weights.js';

const Secret = nullable(Type.Literal(SECRET_IS_SET));

export const SettingsSchema = record('ApplicationSettings', {
  throttle_unauthenticated_api_enabled: Type.Boolean(),
  throttle_unauthenticated_api_requests_per_period: Type.Integer(),
  throttle_unauthenticated_api_period_in_seconds: Type.Integer(),
  throttle_authenticated_api_enabled: Type.Boolean(),
  throttle_authenticated_api_requests_per_period: Type.Integer(),
  throttle_authenticated_api_period_in_seconds: Type.Integer(),
  throttle_user_allowlist: Type.Array(Type.String()),
  password_failures_per_minute: Type.Integer(),
  impersonation_enabled: Type.Boolean(),
  max_offset: Type.Integer(),
  spam_check_endpoint_enabled: Type.Boolean(),
  spam_check_endpoint_url: nullable(Type.String()),
  spam_check_api_key: Secret,
  recaptcha_enabled: Type.Boolean(),
  recaptcha_site_key: nullable(Type.String()),
  recaptcha_private_key: Secret,
  recaptcha_verify_url: Type.String(),
  oauth_authorization_code_expires_in: Type.Integer(),
  oauth_access_token_expires_in: Type.Integer(),
  oauth_refresh_reuse_window: Type.Integer(),
  oauth_password_grant_enabled: Type.Boolean(),
  oauth_password_grant_without_client: Type.Boolean(),
  oauth_http_redirects: Type.String(),
  default_project_visibility: Type.String(),
  default_group_visibility: Type.String(),
  default_snippet_visibility: Type.String(),
  default_projects_limit: Type.Integer(),
  default_branch_name: Type.String(),
  default_branch_protection: Type.Integer(),
  repository_storages_weighted: Type.Record(Type.String(), Type.Integer()),
  shared_runners_enabled: Type.Boolean(),
  max_artifacts_size: Type.Integer(),
  max_job_log_size: Type.Integer(),
  runners_registration_token: Type.String(),
});
export type SettingsView = Static<typeof SettingsSchema>;

/**
 * Presents all settings for an administrator; for secrets, only whether they are set (contract: conventions §16, core
 * §1.2).
 */
export function presentSettings(settings: Settings, runnersToken: string, env: Env): SettingsView {
  return {
    throttle_unauthenticated_api_enabled: settings.throttleUnauthenticatedApiEnabled,
    throttle_unauthenticated_api_requests_per_period: settings.throttleUnauthenticatedApiRequestsPerPeriod,
    throttle_unauthenticated_api_period_in_seconds: settings.throttleUnauthenticatedApiPeriodInSeconds,
    throttle_authenticated_api_enabled: settings.throttleAuthenticatedApiEnabled,
    throttle_authenticated_api_requests_per_period: settings.throttleAuthenticatedApiRequestsPerPeriod,
    throttle_authenticated_api_period_in_seconds: settings.throttleAuthenticatedApiPeriodInSeconds,
    throttle_user_allowlist: [...settings.throttleUserAllowlist],
    password_failures_per_minute: settings.passwordFailuresPerMinute,
    impersonation_enabled: settings.impersonationEnabled,
    max_offset: settings.maxOffset,
    spam_check_endpoint_enabled: settings.spamCheckEndpointEnabled,
    spam_check_endpoint_url: settings.spamCheckEndpointUrl,
    spam_check_api_key: settings.spamCheckApiKey && SECRET_IS_SET,
    recaptcha_enabled: settings.recaptchaEnabled,
    recaptcha_site_key: settings.recaptchaSiteKey,
    recaptcha_private_key: settings.recaptchaPrivateKey && SECRET_IS_SET,
    recaptcha_verify_url: verifyUrlInForce(settings),
    oauth_authorization_code_expires_in: settings.oauthAuthorizationCodeExpiresIn,
    oauth_access_token_expires_in: settings.oauthAccessTokenExpiresIn,
    oauth_refresh_reuse_window: settings.oauthRefreshReuseWindow,
    oauth_password_grant_enabled: settings.oauthPasswordGrantEnabled,
    oauth_password_grant_without_client: settings.oauthPasswordGrantWithoutClient,
    oauth_http_redirects: httpRedirectsInForce(settings, env),
    default_project_visibility: settings.defaultProjectVisibility,
    default_group_visibility: settings.defaultGroupVisibility,
    default_snippet_visibility: settings.defaultSnippetVisibility,
    default_projects_limit: settings.defaultProjectsLimit,
    default_branch_name: settings.defaultBranchName,
    default_branch_protection: settings.defaultBranchProtection,
    repository_storages_weighted: { ...weightsInForce(settings.repositoryStoragesWeighted, env.storages) },
    shared_runners_enabled: settings.sharedRunnersEnabled,
    max_artifacts_size: settings.maxArtifactsSize,
    max_job_log_size: settings.maxJobLogSize,
    runners_registration_token: runnersToken,
  };
}
