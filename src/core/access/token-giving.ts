import { forbidden, insufficientScope } from '../../common/errors/catalogue.js';
import type { Caller } from './caller.js';

/**
 * A token's bot makes no tokens, triggers or runners: they would outlive the token that it acts for (contract: core
 * §4).
 */
export function refuseBot(caller: Caller): void {
  if (caller.isBot) {
    throw forbidden();
  }
}

/** Refuses new personal tokens by a credential that acts for its user only temporarily. Throws 403. */
export function refuseImpersonation({ credential }: Caller): void {
  if (credential?.kind === 'impersonation') {
    throw forbidden();
  }
}

/**
 * `sudo` is not part of `api`: only who has it gives it, in a new token or in the successor of an old one. Throws 403.
 */
export function refuseSudoWithout(caller: Caller, scopes: readonly string[]): void {
  if (scopes.includes('sudo') && caller.credential?.scopes?.has('sudo') === false) {
    throw insufficientScope(['sudo']);
  }
}
