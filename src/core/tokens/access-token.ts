import type { RowOf } from '../../platform/database/typed-sql.js';
import type { TOKEN_COLUMNS } from './access-token.columns.js';

export type AccessTokenKind = 'personal' | 'impersonation' | 'project' | 'group';

/** A token as it is read; the value itself is nowhere. */
export type AccessToken = RowOf<typeof TOKEN_COLUMNS>;

/** Prefixes of token values (contract: core §4). */
export const TOKEN_PREFIXES: Readonly<Record<AccessTokenKind, string>> = {
  personal: 'slpat_',
  impersonation: 'slpat_',
  project: 'slprt_',
  group: 'slgrt_',
};
