/**
 * Provides the feature flags that access depends on; implemented by the features module (contract: conventions §6.3).
 */
export abstract class FeatureFlags {
  abstract isOn(name: 'ci_job_token_scope'): Promise<boolean>;
}
