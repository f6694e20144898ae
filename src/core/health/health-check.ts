/** Something that the service cannot work without, contributed by the module that needs it. */
export abstract class HealthCheck {
  /** Its name in `/-/readiness` (contract: core §1.3). */
  abstract readonly name: string;
  /** Throws when it cannot be used; {@link CheckFailed} with a reason that may be shown publicly. */
  abstract probe(): Promise<void>;
}

/** A failure whose message may be shown publicly: no address, no path, no secret. */
export class CheckFailed extends Error {}
