import { forbidden, insufficientScope } from '../../common/errors/catalogue.js';
import type { Caller } from './caller.js';

/**
 * Throws 403 for a token's bot, which may create no tokens, triggers or runners: they would outlive its token
 * (contract: core §4).
 */
export function refuseBot(caller: Caller): void {
  if (caller.isBot) {
    throw forbidden();
  }
}

/** Throws 403 for impersonation tokens: they act for their user temporarily, and create no lasting personal tokens. */
export function refuseImpersonation({ credential }: Caller): void {
  if (credential?.kind === 'impersonation') {
    throw forbidden();
  }
}

/**
 * Throws 403 for a caller without the scope `sudo` who asks for it in a new or rotated token: `api` does not include
 * it.
 */
export function refuseSudoWithout(caller: Caller, scopes: readonly string[]): void {
  if (scopes.includes('sudo') && caller.credential?.scopes?.has('sudo') === false) {
    throw insufficientScope(['sudo']);
  }
}
