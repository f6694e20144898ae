/** Tells the feature flags that access depends on; the module of features provides it (contract: conventions §6.3). */
export abstract class FeatureFlags {
  abstract isOn(name: 'ci_job_token_scope'): Promise<boolean>;
}
