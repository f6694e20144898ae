import type { RowOf } from '../../platform/database/typed-sql.js';
import type { TOKEN_COLUMNS } from './access-token.columns.js';

/** A token as returned by queries, without its value. */
export type AccessToken = RowOf<typeof TOKEN_COLUMNS>;
export type AccessTokenKind = AccessToken['kind'];

/** Prefixes of token values (contract: core §4). */
export const TOKEN_PREFIXES: Readonly<Record<AccessTokenKind, string>> = {
  personal: 'slpat_',
  impersonation: 'slpat_',
  project: 'slprt_',
  group: 'slgrt_',
};
