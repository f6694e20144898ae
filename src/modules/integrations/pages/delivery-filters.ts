import type { RawParams } from '../../../common/params/form-encoding.js';
import { textIn } from '../../../platform/views/form-text.js';

/** What the list of deliveries is narrowed by on its page; what was left open is not there. */
export type ChosenFilters = Readonly<Record<string, string>>;

const NAMES = ['state', 'event', 'trigger'];

export const filtersIn = (query: RawParams): ChosenFilters =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = textIn(query, name);
      return value === '' ? [] : [[name, value] as const];
    }),
  );
