import type { Settings } from './settings.js';
import type { UpdateSettingsInput } from './settings.dto.js';

/**
 * Shown instead of a secret. When it is sent back, the secret stays unchanged, so that a client may PUT what it got.
 */
export const SECRET_IS_SET = '[set]';

type Seal = (text: string) => Buffer;

/** Maps the wire's names to those of {@link Settings}; what was not sent is left out. */
export function settingsChanges(input: UpdateSettingsInput, seal: Seal): Partial<Settings> {
  const changes = {
    throttleUnauthenticatedApiEnabled: input.throttle_unauthenticated_api_enabled,
    throttleUnauthenticatedApiRequestsPerPeriod: input.throttle_unauthenticated_api_requests_per_period,
    throttleUnauthenticatedApiPeriodInSeconds: input.throttle_unauthenticated_api_period_in_seconds,
    throttleAuthenticatedApiEnabled: input.throttle_authenticated_api_enabled,
    throttleAuthenticatedApiRequestsPerPeriod: input.throttle_authenticated_api_requests_per_period,
    throttleAuthenticatedApiPeriodInSeconds: input.throttle_authenticated_api_period_in_seconds,
    throttleUserAllowlist: input.throttle_user_allowlist?.map((name) => name.trim()).filter((name) => name !== ''),
    passwordFailuresPerMinute: input.password_failures_per_minute,
    impersonationEnabled: input.impersonation_enabled,
    maxOffset: input.max_offset,
    spamCheckEndpointEnabled: input.spam_check_endpoint_enabled,
    spamCheckEndpointUrl: orNone(input.spam_check_endpoint_url),
    spamCheckApiKey: sealed(input.spam_check_api_key, seal),
    recaptchaEnabled: input.recaptcha_enabled,
    recaptchaSiteKey: orNone(input.recaptcha_site_key),
    recaptchaPrivateKey: sealed(input.recaptcha_private_key, seal),
    recaptchaVerifyUrl: orNone(input.recaptcha_verify_url),
    oauthAuthorizationCodeExpiresIn: input.oauth_authorization_code_expires_in,
    oauthAccessTokenExpiresIn: input.oauth_access_token_expires_in,
    oauthRefreshReuseWindow: input.oauth_refresh_reuse_window,
    oauthPasswordGrantEnabled: input.oauth_password_grant_enabled,
    oauthPasswordGrantWithoutClient: input.oauth_password_grant_without_client,
    oauthHttpRedirects: input.oauth_http_redirects,
    defaultProjectVisibility: input.default_project_visibility,
    defaultGroupVisibility: input.default_group_visibility,
    defaultSnippetVisibility: input.default_snippet_visibility,
    defaultProjectsLimit: input.default_projects_limit,
    defaultBranchName: input.default_branch_name,
    defaultBranchProtection: input.default_branch_protection,
    sharedRunnersEnabled: input.shared_runners_enabled,
    maxArtifactsSize: input.max_artifacts_size,
    maxJobLogSize: input.max_job_log_size,
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

/** A blank text clears a field like null. */
const orNone = (text: string | null | undefined): string | null | undefined => (text === '' ? null : text);

function sealed(text: string | null | undefined, seal: Seal): Buffer | null | undefined {
  if (text === undefined || text === SECRET_IS_SET) {
    return undefined;
  }
  return text === null || text === '' ? null : seal(text);
}
