import type { AccessContext } from '../access-context.js';

/** One step of the checks of a request; throws the answer when it fails (contract: conventions §1). */
export abstract class Step {
  abstract evaluate(access: AccessContext): Promise<void> | void;
}
