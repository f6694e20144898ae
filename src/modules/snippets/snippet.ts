import type { RowOf } from '../../platform/database/typed-sql.js';
import type { snippetColumns } from './snippet.columns.js';

/** A snippet as one caller sees it. */
export type Snippet = RowOf<ReturnType<typeof snippetColumns>>;

export const SNIPPET_BRANCH = 'main';
