import { PersonalTokenKind } from './personal-token.kind.js';

/** Every kind of credential in the order in which they decide (contract: conventions §6.1). */
export const TOKEN_KINDS = [PersonalTokenKind] as const;
