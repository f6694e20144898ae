import type { RowOf } from '../../platform/database/typed-sql.js';
import type { TOKEN_COLUMNS } from './access-token.columns.js';

/** A token as it is read; the value itself is nowhere. */
export type AccessToken = RowOf<typeof TOKEN_COLUMNS>;
export type AccessTokenKind = AccessToken['kind'];

/** Prefixes of token values (contract: core §4). */
export const TOKEN_PREFIXES: Readonly<Record<AccessTokenKind, string>> = {
  personal: 'slpat_',
  impersonation: 'slpat_',
  project: 'slprt_',
  group: 'slgrt_',
};
