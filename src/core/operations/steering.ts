import { forbidden } from '../../common/errors/catalogue.js';
import type { Caller } from '../access/caller.js';
import type { Operation } from './operation.js';

/**
 * Whether a caller who may see the operation may cancel, pause or resume it: operations on the whole instance are
 * started and controlled by administrators only (contract: conventions §13).
 */
export const maySteer = ({ projectId, groupId }: Operation, { isAdmin }: Caller): boolean =>
  isAdmin || projectId !== null || groupId !== null;

/** Throws 403 unless the caller {@link maySteer}. */
export function requireSteering(operation: Operation, caller: Caller): void {
  if (!maySteer(operation, caller)) {
    throw forbidden();
  }
}
