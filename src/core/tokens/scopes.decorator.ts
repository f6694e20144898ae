import { Texts } from '../../common/params/param.decorators.js';
import { IS_BLANK, NOT_A_VALUE } from '../../common/errors/catalogue.js';

/** The scopes of a new token: at least one, and all of them known; empty texts are ignored. */
export const Scopes = (known: readonly string[]): PropertyDecorator =>
  Texts({ required: true, check: scopesAmong(known), among: known });

const scopesAmong =
  (known: readonly string[]) =>
  (scopes: readonly string[]): string | undefined => {
    const named = scopes.filter((scope) => scope !== '');
    if (named.length === 0) {
      return IS_BLANK;
    }
    return named.every((scope) => known.includes(scope)) ? undefined : NOT_A_VALUE;
  };
