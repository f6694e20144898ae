/** Feature flags of the service and their defaults (contract: conventions §16). */
export const FEATURES = { ci_job_token_scope: false } as const satisfies Readonly<Record<string, boolean>>;

export type FeatureName = keyof typeof FEATURES;

export interface Feature {
  readonly name: FeatureName;
  readonly isOn: boolean;
}

export const FEATURE_NAMES: readonly FeatureName[] = ['ci_job_token_scope'];
export const isFeature = (name: string): name is FeatureName => FEATURE_NAMES.some((known) => known === name);
