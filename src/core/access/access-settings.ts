/** The settings of the instance that access to it depends on (contract: conventions §14, §16). */
export interface AccessSettingValues {
  readonly maxOffset: number;
  readonly passwordFailuresPerMinute: number;
  readonly throttleUnauthenticatedApiEnabled: boolean;
  readonly throttleUnauthenticatedApiRequestsPerPeriod: number;
  readonly throttleUnauthenticatedApiPeriodInSeconds: number;
  readonly throttleAuthenticatedApiEnabled: boolean;
  readonly throttleAuthenticatedApiRequestsPerPeriod: number;
  readonly throttleAuthenticatedApiPeriodInSeconds: number;
  readonly throttleUserAllowlist: readonly string[];
}

/** Provides these settings; implemented by the settings module. */
export abstract class AccessSettings {
  abstract current(): Promise<AccessSettingValues>;
}
