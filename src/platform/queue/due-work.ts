import type { Sql } from 'sql-template-tag';

/** Work that becomes due as time passes, or that other processes cause. */
export interface DueWork {
  /** SQL condition: whether something is due. Evaluated once a second, so indexes must answer it. */
  readonly isDue: Sql;
  /** Called while the condition holds; takes what is due. */
  readonly look: () => void;
}
