import { select } from './forms.js';
import type { Safe } from './html.js';

const OPTIONS = [
  ['private', 'Private: its members'],
  ['internal', 'Internal: everybody who is signed in'],
  ['public', 'Public: everybody'],
] as const;

/** Choice of a visibility. */
export const visibilityField = (value: string, errors: readonly string[] = []): Safe =>
  select({ name: 'visibility', label: 'Visibility', value, errors, options: OPTIONS });
