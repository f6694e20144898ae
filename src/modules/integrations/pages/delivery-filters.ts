import type { RawParams } from '../../../common/params/form-encoding.js';
import { textIn } from '../../../platform/views/form-text.js';
import { field, select } from '../../../platform/views/forms.js';
import type { Safe } from '../../../platform/views/html.js';

/** Filters chosen on a page; those left open are omitted. */
export type ChosenFilters = Readonly<Record<string, string>>;

/** Filters that the log and bulk redelivery share (contract: integrations §8.5, §8.6). */
export const REDELIVERY_FILTERS = ['state', 'event', 'created_after', 'created_before'];
const LOG_FILTERS = [...REDELIVERY_FILTERS, 'trigger'];

export const filtersIn = (query: RawParams, names: readonly string[] = LOG_FILTERS): ChosenFilters =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = textIn(query, name);
      return value === '' ? [] : [[name, value] as const];
    }),
  );

/** A select field with these words and `any`. */
export const wordChoice = (name: string, label: string, words: readonly string[], chosen: ChosenFilters): Safe =>
  select({
    name,
    label,
    value: chosen[name] ?? '',
    options: [['', 'Any'], ...words.map((word) => [word, word.replaceAll('_', ' ')] as const)],
  });

/** Fields for the time range in which deliveries were created. */
export const timeFields = (chosen: ChosenFilters): Safe[] => [
  timeField('created_after', 'Created after (UTC)', chosen),
  timeField('created_before', 'Created before (UTC)', chosen),
];

/** Browsers show a value here only if it has no time zone; times without a zone are UTC. */
const timeField = (name: string, label: string, chosen: ChosenFilters): Safe =>
  field({ name, label, type: 'datetime-local', value: (chosen[name] ?? '').replace(/Z$/i, '') });

/** URL of a page with filters. */
export function filtered(path: string, chosen: ChosenFilters): string {
  const query = new URLSearchParams(chosen).toString();
  return query === '' ? path : `${path}?${query}`;
}
