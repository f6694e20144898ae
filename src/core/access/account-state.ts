import { forbidden } from '../../common/errors/catalogue.js';
import type { Account } from './caller.js';

export const isUsable = ({ state, isConfirmed }: Account): boolean => state === 'active' && isConfirmed;

/** Throws 403 with the reason when the account may not act (contract: conventions §5, §6.2). */
export function refuseInactive(account: Account): void {
  if (account.state === 'blocked') {
    throw forbidden('Your account has been blocked.');
  }
  if (account.state === 'deactivated') {
    throw forbidden('Your account has been deactivated.');
  }
  if (!account.isConfirmed) {
    throw forbidden('Your primary email address is not confirmed.');
  }
}
