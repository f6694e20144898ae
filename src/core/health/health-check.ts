/** One thing that the service cannot work without. A contribution of the module that needs it. */
export abstract class HealthCheck {
  /** Its name in `/-/readiness` (contract: core §1.3). */
  abstract readonly name: string;
  /** Throws when it cannot be used; {@link CheckFailed} with what may be shown to everybody. */
  abstract probe(): Promise<void>;
}

/** A failure whose words may be shown to everybody: no address, no path, no secret. */
export class CheckFailed extends Error {}
