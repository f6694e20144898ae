import { Bool, Int, INT4_MAX, Json, OneOf, OneOfInts, Text, Texts } from '../../common/params/param.decorators.js';
import { IS_INVALID } from '../../common/errors/catalogue.js';
import { DAY_SECONDS } from '../../common/time/units.js';
import { weightsIn } from './storage-weights.js';
import { VISIBILITIES } from './visibility.js';

const MAX_URL = 2048;
const MAX_SECRET = 2048;
/** Valid branch names (contract: git §2). */
const BRANCH =
  // eslint-disable-next-line no-control-regex -- control characters are what names must not hold
  /^(?![-./]|refs\/(heads|tags)\/|(HEAD|@)$|([0-9a-f]{40}|[0-9a-f]{64})$)(?!.*(\.\.|@\{|\/\/|\/\.|\.lock(\/|$)))[^\u0000-\u0020\u007f~^:?*[\\]+(?<![./])$/;

const AtLeastOne = (): PropertyDecorator => Int({ min: 1, max: INT4_MAX });
const VisibilityOption = (): PropertyDecorator => OneOf(VISIBILITIES);

/**
 * An http or https URL; blank means none. It must not contain a login, because settings and their changes are shown.
 */
const Address = (): PropertyDecorator =>
  Text({
    nullable: true,
    max: MAX_URL,
    check: (text) => (text === '' || isAddress(text) ? undefined : IS_INVALID),
  });

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) {
    return false;
  }
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

const branchName = (text: string): string | undefined =>
  BRANCH.test(text) && Buffer.byteLength(text) <= 250 ? undefined : IS_INVALID;

const WEIGHTS = { type: 'object', additionalProperties: { type: 'integer' } };
const weights = (raw: unknown): string | undefined => (weightsIn(raw) ? undefined : IS_INVALID);

/**
 * All fields that can be set (contract: core §1.2); unknown ones are ignored, including `runners_registration_token`.
 */
export class UpdateSettingsInput {
  @Bool() throttle_unauthenticated_api_enabled?: boolean;
  @AtLeastOne() throttle_unauthenticated_api_requests_per_period?: number;
  @AtLeastOne() throttle_unauthenticated_api_period_in_seconds?: number;
  @Bool() throttle_authenticated_api_enabled?: boolean;
  @AtLeastOne() throttle_authenticated_api_requests_per_period?: number;
  @AtLeastOne() throttle_authenticated_api_period_in_seconds?: number;
  @Texts({ check: (names) => (names.some((name) => name.length > 255) ? IS_INVALID : undefined) })
  throttle_user_allowlist?: string[];
  @Int({ min: 1, max: 1000 }) password_failures_per_minute?: number;
  @Bool() impersonation_enabled?: boolean;
  @Int({ min: 0, max: INT4_MAX }) max_offset?: number;
  @Bool() spam_check_endpoint_enabled?: boolean;
  @Address() spam_check_endpoint_url?: string | null;
  @Text({ nullable: true, max: MAX_SECRET }) spam_check_api_key?: string | null;
  @Bool() recaptcha_enabled?: boolean;
  @Text({ nullable: true }) recaptcha_site_key?: string | null;
  @Text({ nullable: true, max: MAX_SECRET }) recaptcha_private_key?: string | null;
  @Address() recaptcha_verify_url?: string | null;
  @Int({ min: 1, max: 600 }) oauth_authorization_code_expires_in?: number;
  @Int({ min: 1, max: DAY_SECONDS }) oauth_access_token_expires_in?: number;
  @Int({ min: 0, max: 60 }) oauth_refresh_reuse_window?: number;
  @Bool() oauth_password_grant_enabled?: boolean;
  @Bool() oauth_password_grant_without_client?: boolean;
  @OneOf(['loopback', 'any']) oauth_http_redirects?: string;
  @VisibilityOption() default_project_visibility?: (typeof VISIBILITIES)[number];
  @VisibilityOption() default_group_visibility?: (typeof VISIBILITIES)[number];
  @VisibilityOption() default_snippet_visibility?: (typeof VISIBILITIES)[number];
  @Int({ min: 0, max: INT4_MAX }) default_projects_limit?: number;
  @Text({ blank: false, check: branchName }) default_branch_name?: string;
  @OneOfInts([0, 1, 2]) default_branch_protection?: number;
  @Json({ nullable: true, check: weights, forms: [WEIGHTS] }) repository_storages_weighted?: unknown;
  @Bool() shared_runners_enabled?: boolean;
  @AtLeastOne() max_artifacts_size?: number;
  @AtLeastOne() max_job_log_size?: number;
}
