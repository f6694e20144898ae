import { IS_BLANK, NOT_A_VALUE } from '../../common/errors/catalogue.js';

/** Validates the scopes of a new token: at least one, and all of them known; empty texts are ignored. */
export const scopesAmong =
  (known: readonly string[]) =>
  (scopes: readonly string[]): string | undefined => {
    const named = scopes.filter((scope) => scope !== '');
    if (named.length === 0) {
      return IS_BLANK;
    }
    return named.every((scope) => known.includes(scope)) ? undefined : NOT_A_VALUE;
  };
