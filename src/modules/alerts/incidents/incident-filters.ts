import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { containing } from '../../../platform/database/like.js';
import type { IncidentState, Severity } from '../alert-words.js';

/** Contract: alerts §3. */
export interface IncidentFilters {
  readonly states?: readonly IncidentState[] | undefined;
  readonly severities?: readonly Severity[] | undefined;
  readonly search?: string | undefined;
}

/** Conditions for `incidents n`. */
export function incidentsWhere({ states, severities, search }: IncidentFilters): Sql[] {
  return [
    ...(states === undefined ? [] : [sql`n.state = any(${[...states]}::text[])`]),
    ...(severities === undefined ? [] : [sql`n.severity = any(${[...severities]}::text[])`]),
    ...(search === undefined
      ? []
      : [sql`n.title ilike ${containing(search)} or n.description ilike ${containing(search)}`]),
  ];
}
